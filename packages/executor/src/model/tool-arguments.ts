import type { JsonObject } from '@countersign/contract';
import { plainObject } from '../plain-json.ts';

/** Characters of one call's arguments; the gateway bounds them again, and more tightly. */
const MAX_CHARACTERS = 1_000_000;

/** The arguments a model wrote, or null where they are no JSON object. An empty text is a call without arguments. */
export function readToolArguments(written: string): JsonObject | null {
  if (written.trim() === '') return {};
  if (written.length > MAX_CHARACTERS) return null;
  try {
    return plainObject(JSON.parse(written));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
