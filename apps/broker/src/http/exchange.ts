import type { ServerResponse } from 'node:http';
import type { JsonObject } from '@countersign/contract';
import { splitFrame } from '@countersign/executor/egress';
import type { z } from 'zod';
import { brokerFault } from '../errors.ts';
import { readJson } from './requests.ts';

/** Answers one request, whose body is read. The signal aborts when whoever asked has gone. */
export type Handler = (body: Buffer, signal: AbortSignal) => Promise<Answer>;

/** Writes an answer. Resolves when it is written or nobody reads it any more. */
export type Answer = (response: ServerResponse) => Promise<void>;

/** An answer of one JSON object. */
export function jsonAnswer(value: JsonObject, status = 200): Answer {
  const text = JSON.stringify(value);
  return async (response) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  };
}

/** A frame's head in its form, and the bytes after it. */
export function openFrame<T>(
  schema: z.ZodType<T>,
  frame: Buffer,
): { readonly head: T; readonly bytes: Uint8Array } {
  const parts = splitFrame(frame);
  if (parts === null) throw brokerFault('BROKER_REQUEST_INVALID');
  return { head: readJson(schema, parts.head), bytes: parts.bytes };
}
