import type { IncomingMessage, ServerResponse } from 'node:http';

/** What is played for one case: how names answer, what the other side does, and what the caller asks for. */
export interface Play {
  readonly recognised: boolean;
  /** Answers of the case's host, lookup by lookup; absent for a public address. */
  readonly answers?: readonly (readonly string[])[];
  /** What the other side does; absent for a plain `ok`. */
  readonly handle?: (request: IncomingMessage, response: ServerResponse, tick: Ticks) => void;
  readonly certificate?: 'other';
  readonly url?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Time must pass for the case to end. */
  readonly slow?: boolean;
}

/** Registers what is done each time the proof's clock moves. */
export type Ticks = (each: () => void) => void;

/** Addresses of the proof's Internet. */
export const PUBLIC_ADDRESS = '93.184.216.34';
export const METADATA_URL = 'http://169.254.169.254/latest/meta-data/';
/** A public host that is not the one the caller may use. */
export const ELSEWHERE = 'elsewhere.example.com';

/** Where these turn up, something got through that must not. */
export const ATTACK = 'canary-chosen';
export const CANARY_BODY = 'canary-body';
export const CANARY_CREDENTIAL = 'Bearer canary-credential';

/** Bytes of an answer that the caller allows. */
export const MAX_BODY = 65_536;
