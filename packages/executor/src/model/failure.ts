import { Fault } from '@countersign/contract';
import type { FailureCode } from '../failures.ts';
import { visibleLine } from '../text/visible-text.ts';
import type { Said } from './speaker.ts';

type Failed = Extract<Said, { kind: 'failed' }>;

/** A provider's answer that is no reply. */
export interface Answer {
  /** Undefined where there was none. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** What it says in short, and all that it says. */
  readonly message: string;
  readonly body: string;
}

/** What a provider's answer means, in our codes. */
export function failureOfAnswer({ status, headers, message, body }: Answer, now: number): Failed {
  return {
    ...failed(codeOfStatus(status, `${message} ${body}`), message),
    retryAfterMs: retryAfter(headers, now),
  };
}

/** What was thrown, or streamed as an error, while a model was asked. */
export function failureOfThrown(thrown: unknown): Failed {
  const fault = faultIn(thrown);
  if (fault) return failed(codeOfFault(fault), fault.message);
  const text = textOf(thrown);
  return failed(codeOfText(text) ?? 'MODEL_UNAVAILABLE', text);
}

/** A failure by our own word. */
export function failed(code: FailureCode, detail: string): Failed {
  return { kind: 'failed', code, detail: visibleLine(detail, 500), retryAfterMs: null };
}

function codeOfStatus(status: number | undefined, text: string): FailureCode {
  // Some say by 429 that the account is empty, which no waiting cures.
  if (/insufficient_quota|credit balance|billing/i.test(text)) return 'MODEL_AUTH';
  if (status === 401 || status === 403) return 'MODEL_AUTH';
  if (status === 429) return 'MODEL_RATE_LIMITED';
  if (status === 413) return 'MODEL_CONTEXT_TOO_LONG';
  if (status === undefined || status >= 500 || status === 408 || status === 409 || status === 425)
    return 'MODEL_UNAVAILABLE';
  if (TOO_LONG.test(text)) return 'MODEL_CONTEXT_TOO_LONG';
  return status < 300 ? 'MODEL_UNAVAILABLE' : 'MODEL_BAD_REQUEST';
}

const TOO_LONG =
  /context[_ ](?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens|input (?:is )?too long|input token count|exceeds? the (?:maximum|available) (?:number of )?(?:context|tokens)/i;

function codeOfText(text: string): FailureCode | null {
  if (TOO_LONG.test(text)) return 'MODEL_CONTEXT_TOO_LONG';
  if (/rate.?limit|too many requests/i.test(text)) return 'MODEL_RATE_LIMITED';
  if (/invalid.{0,20}(?:api.?key|x-api-key)|authentication_error|permission_error/i.test(text))
    return 'MODEL_AUTH';
  return /invalid_request_error/i.test(text) ? 'MODEL_BAD_REQUEST' : null;
}

function codeOfFault(fault: Fault): FailureCode {
  return fault.spec.kind === 'user' ? 'MODEL_REFUSED' : 'MODEL_UNAVAILABLE';
}

/** A fault of the broker, however deep a library has wrapped it. */
function faultIn(thrown: unknown): Fault | null {
  let here = thrown;
  for (let depth = 0; depth < 5 && here instanceof Error; depth++) {
    if (Fault.is(here)) return here;
    here = here.cause;
  }
  return null;
}

const LONGEST_WAIT_MS = 10 * 60_000;

/** Milliseconds the provider asks to wait (RFC 9110 section 10.2.3), or null. */
function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | null {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN);
  const written = headers['retry-after'] ?? '';
  const wait = Number.isFinite(exact)
    ? exact
    : /^\d+(?:\.\d+)?$/.test(written)
      ? Number(written) * 1_000
      : Date.parse(written) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(0, Math.ceil(wait)), LONGEST_WAIT_MS) : null;
}

function textOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  if (typeof thrown === 'string') return thrown;
  return JSON.stringify(thrown) ?? '';
}
