import type { Broker } from '@countersign/contract';

/** Whose exchange a provider package is about to make. */
export interface Exchange {
  readonly workspace: string;
  readonly run: string;
  readonly call: string;
  readonly connection: string;
  readonly timeoutMs: number;
  /** Hears how many bytes the request has. */
  onSend(bytes: number): void;
}

/** Bytes of one reply, with all that a stream wraps around it. */
const MAX_REPLY_BYTES = 32_000_000;

/** The header by which a package's request names its exchange; it is taken out again. */
const EXCHANGE = 'x-countersign-exchange';

/** Headers that would carry credentials. Packages put a placeholder in; the broker puts the real ones in. */
const CREDENTIALS =
  /^(?:authorization|x-api-key|x-goog-api-key|api-key|cookie|proxy-authorization)$/;

/**
 * `fetch` for provider packages: every request goes out through the broker. One instance serves many
 * exchanges, so that a package's client can be kept; each request names its own.
 */
export class BrokerFetch {
  readonly #broker: Pick<Broker, 'fetch'>;
  readonly #exchanges = new Map<string, Exchange>();
  #count = 0;

  constructor(broker: Pick<Broker, 'fetch'>) {
    this.#broker = broker;
  }

  /** Makes an exchange known while `work` runs, and gives it the headers to name it with. */
  async during<T>(
    exchange: Exchange,
    work: (headers: Record<string, string>) => Promise<T>,
  ): Promise<T> {
    const id = String(++this.#count);
    this.#exchanges.set(id, exchange);
    try {
      return await work({ [EXCHANGE]: id });
    } finally {
      this.#exchanges.delete(id);
    }
  }

  readonly fetch = async (
    input: string | URL | Request,
    init: RequestInit = {},
  ): Promise<Response> => {
    const given = new Headers(init.headers);
    const exchange = this.#exchanges.get(given.get(EXCHANGE) ?? '');
    if (!exchange) throw new Error('a provider package made a request that no exchange asked for');
    const body = bodyOf(init.body);
    exchange.onSend(body?.length ?? 0);
    const response = await this.#broker.fetch(
      {
        workspace: exchange.workspace,
        run: exchange.run,
        call: exchange.call,
        connection: exchange.connection,
        method: init.method ?? 'GET',
        url: input instanceof Request ? input.url : String(input),
        headers: Object.fromEntries(
          [...given].filter(([name]) => name !== EXCHANGE && !CREDENTIALS.test(name)),
        ),
        body,
        maxResponseBytes: MAX_REPLY_BYTES,
        timeoutMs: exchange.timeoutMs,
      },
      init.signal ?? new AbortController().signal,
    );
    const { status, headers } = response;
    // A response of these kinds must not have a body (Fetch standard).
    const isBodiless = status === 204 || status === 205 || status === 304;
    return new Response(isBodiless ? null : response.body, { status, headers });
  };
}

function bodyOf(body: RequestInit['body']): Uint8Array | null {
  if (body === null || body === undefined) return null;
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  throw new Error('a provider package sent a body that is no text');
}
