import { at, isJsonObject, type JsonObject } from '@countersign/contract';

/** What an agent asks for, with the defaults of the descriptor. */
export interface HttpArgs {
  readonly method: string;
  /** A path below the connection's base address, or an absolute URL. */
  readonly address: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly contentType: string;
}

/** Reads arguments that have passed the descriptor's schema. */
export function readArgs(args: JsonObject): HttpArgs {
  return {
    method: textAt(args, '/method') ?? 'GET',
    address: textAt(args, '/path') ?? textAt(args, '/url') ?? '',
    query: textsAt(args, '/query'),
    headers: textsAt(args, '/headers'),
    body: textAt(args, '/body'),
    contentType: textAt(args, '/contentType') ?? 'application/json',
  };
}

/** The address with the query encoded, or null for one that cannot be read. */
export function targetOf({ address, query }: HttpArgs): string | null {
  const search = new URLSearchParams(Object.entries(query)).toString();
  if (address.startsWith('/')) return search === '' ? address : `${address}?${search}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  return url.href;
}

function textAt(args: JsonObject, pointer: string): string | null {
  const value = at(args, pointer);
  return typeof value === 'string' ? value : null;
}

function textsAt(args: JsonObject, pointer: string): Readonly<Record<string, string>> {
  const value = at(args, pointer);
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
