import { at, type Json, type JsonObject } from '@countersign/contract';

/** Reads arguments that have passed the descriptor's schema; what is absent or of another type is the default. */
export function textArg(args: JsonObject, name: string, otherwise = ''): string {
  const value = at(args, `/${name}`);
  return typeof value === 'string' ? value : otherwise;
}

export function numberArg(args: JsonObject, name: string, otherwise: number): number {
  const value = at(args, `/${name}`);
  return typeof value === 'number' ? value : otherwise;
}

export function flagArg(args: JsonObject, name: string): boolean {
  return at(args, `/${name}`) === true;
}

/** The texts of a list argument. */
export function textsArg(args: JsonObject, name: string): readonly string[] {
  const value = at(args, `/${name}`);
  if (!Array.isArray(value)) return [];
  return (value as readonly Json[]).filter((item): item is string => typeof item === 'string');
}
