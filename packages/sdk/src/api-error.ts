import type { JsonObject } from '@countersign/contract';

/** What the server, or the way to it, said no with. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 where nothing answered. */
  readonly status: number;
  /** The server's code, or `UNREACHABLE` and `ANSWER_UNREADABLE` where it was not the server that answered. */
  readonly code: string;
  /** The field of the request that does not fit, such as `message.text`. */
  readonly field: string | null;
  readonly details: JsonObject;
  /** Milliseconds to wait before another try, where the server said so. */
  readonly retryAfterMs: number | null;
  /** The server's log has the reason under it. */
  readonly requestId: string | null;

  constructor(
    about: Pick<ApiError, 'status' | 'code' | 'message'> &
      Partial<Pick<ApiError, 'field' | 'details' | 'retryAfterMs' | 'requestId'>>,
    options?: { readonly cause: unknown },
  ) {
    super(about.message, options);
    this.status = about.status;
    this.code = about.code;
    this.field = about.field ?? null;
    this.details = about.details ?? {};
    this.retryAfterMs = about.retryAfterMs ?? null;
    this.requestId = about.requestId ?? null;
  }
}
