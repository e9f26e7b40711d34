/** What bounds every exchange, whatever its caller asks for. Bytes and milliseconds. */
export interface EgressLimits {
  readonly maxRedirects: number;
  readonly maxUrlLength: number;
  readonly maxRequestHeaders: number;
  readonly maxRequestHeaderBytes: number;
  readonly maxRequestBytes: number;
  readonly maxResponseHeaderBytes: number;
  readonly maxResponseBytes: number;
  /** Time to resolve, connect and agree on TLS. */
  readonly connectMs: number;
  /** Head start of each address before the next one is tried beside it (RFC 8305). */
  readonly headStartMs: number;
  /** Longest silence of the other side within a body. */
  readonly idleMs: number;
  /** The same for a model, which may think. */
  readonly modelIdleMs: number;
  /** Longest whole exchange. */
  readonly totalMs: number;
  /** How long an unused connection is kept. */
  readonly keepAliveMs: number;
  /** Age at which a connection is not used again, so that a host may move. */
  readonly connectionAgeMs: number;
}

/** The limits the broker runs with. */
export const EGRESS_LIMITS: EgressLimits = {
  maxRedirects: 3,
  maxUrlLength: 8 * 1024,
  maxRequestHeaders: 64,
  maxRequestHeaderBytes: 16 * 1024,
  maxRequestBytes: 64 * 1024 * 1024,
  maxResponseHeaderBytes: 32 * 1024,
  maxResponseBytes: 64 * 1024 * 1024,
  connectMs: 10_000,
  headStartMs: 250,
  idleMs: 30_000,
  modelIdleMs: 120_000,
  totalMs: 600_000,
  keepAliveMs: 4_000,
  connectionAgeMs: 60_000,
};
