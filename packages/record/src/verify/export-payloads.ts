import { canonical, isJsonObject } from '@countersign/contract';
import type { Findings } from './findings.ts';
import { parseJson } from './log-check.ts';

/** A payload as an export has it. */
export interface ExportedPayload {
  readonly salt: string;
  /** Canonical JSON. */
  readonly payload: string;
}

/** Payloads of an export, asked for in the order of the entries. */
export interface ExportedPayloads {
  /** The payload of an entry, or null where the export has none. */
  of(index: number): Promise<ExportedPayload | null>;
  /** Reports those that nobody asked for. */
  finish(): Promise<void>;
}

interface Line extends ExportedPayload {
  readonly index: number;
}

/** A line of `payloads.ndjson`, without its end. */
export function payloadLine(index: number, { salt, payload }: ExportedPayload): string {
  // Canonical JSON: the members in this order, and a payload that is canonical by itself.
  return `{"index":${index},"payload":${payload},"salt":"${salt}"}`;
}

/** Reads payloads from lines of {@link payloadLine}, in the order of their indexes. */
export function readPayloads(lines: AsyncIterable<string>, findings: Findings): ExportedPayloads {
  const iterator = lines[Symbol.asyncIterator]();
  let ahead: Line | null = null;

  async function next(): Promise<Line | null> {
    for (;;) {
      const { value, done } = await iterator.next();
      if (done) return null;
      if (value === '') continue;
      const line = readLine(value);
      if (line) return line;
      findings.add('FILE_UNREADABLE', null, 'payloads.ndjson');
    }
  }

  return {
    of: async (index) => {
      ahead ??= await next();
      while (ahead && ahead.index < index) {
        findings.add('PAYLOAD_SURPLUS', ahead.index);
        ahead = await next();
      }
      if (ahead?.index !== index) return null;
      const found = ahead;
      ahead = null;
      return found;
    },
    finish: async () => {
      for (let line = ahead ?? (await next()); line; line = await next()) {
        findings.add('PAYLOAD_SURPLUS', line.index);
      }
    },
  };
}

function readLine(text: string): Line | null {
  const line = parseJson(text);
  if (!isJsonObject(line)) return null;
  const { index, salt, payload } = line;
  if (typeof index !== 'number' || typeof salt !== 'string' || payload === undefined) return null;
  try {
    return canonical(line) === text ? { index, salt, payload: canonical(payload) } : null;
  } catch {
    // A lone surrogate can be escaped in JSON; we never write one.
    return null;
  }
}
