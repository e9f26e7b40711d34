import { createHash } from 'node:crypto';
import type { JsonObject } from '@countersign/contract';
import { plainJson, plainText } from '../plain-json.ts';
import { decodeText, isUtf8 } from '../text/charset.ts';

/** A reply's body as an agent gets it: exactly one of `json`, `text`, `binary`, or nothing for an empty one. */
export function bodyFields(bytes: Uint8Array, contentType: string): JsonObject {
  if (bytes.length === 0) return {};
  const { mediaType, charset } = mediaTypeOf(contentType);
  if (/[/+]json$/.test(mediaType)) {
    const json = parsed(decodeText(bytes, charset ?? 'utf-8').text);
    if (json !== undefined) return { json };
  }
  if (isText(mediaType, bytes)) return { text: plainText(decodeText(bytes, charset).text) };
  return { binary: { sha256: createHash('sha256').update(bytes).digest('hex') } };
}

/** The media type in lower case and the charset, from a Content-Type that another side wrote. */
export function mediaTypeOf(contentType: string): { mediaType: string; charset: string | null } {
  const [mediaType = ''] = contentType.slice(0, 500).split(';', 1);
  const charset = /;\s*charset\s*=\s*"?([^";\s]{1,60})/i.exec(contentType.slice(0, 500))?.[1];
  return { mediaType: mediaType.trim().toLowerCase(), charset: charset ?? null };
}

/** Undefined where it is no JSON, or one that cannot be passed on (too deep, numbers without end). */
function parsed(text: string) {
  try {
    return plainJson(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const TEXT_LIKE =
  /^(?:text\/|application\/(?:json|xml|javascript|ecmascript|x-www-form-urlencoded|yaml|x-yaml|toml|sql|graphql|x-ndjson|jsonl)$)|\+(?:json|xml|yaml)$/;

function isText(mediaType: string, bytes: Uint8Array): boolean {
  if (TEXT_LIKE.test(mediaType)) return true;
  return mediaType === '' && !bytes.includes(0) && isUtf8(bytes);
}
