import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Deadline } from '../deadline.ts';
import { egressFault } from '../errors.ts';
import { ignore } from '../ignore.ts';

/** How a body is to be read. */
export interface BodyPlan {
  /** The `content-encoding` of the answer, where it has one. */
  readonly encoding: string | undefined;
  /** Bytes, packed as well as unpacked. */
  readonly maxBytes: number;
  /** Longest silence within, in milliseconds. */
  readonly idleMs: number;
}

/**
 * An answer's body, unpacked and bounded. Memory stays small whatever is packed within: it is unpacked as it is
 * read, and cut off at the bound. Throws this package's faults.
 */
export async function* readBody(
  body: Readable,
  plan: BodyPlan,
  deadline: Deadline,
): AsyncGenerator<Uint8Array> {
  const packed = bounded(watched(body, plan.idleMs, deadline), plan.maxBytes);
  const unpack = unpackerFor(plan.encoding);
  if (unpack === null) yield* packed;
  else yield* bounded(unpacked(packed, unpack), plan.maxBytes);
}

/** Waits for each chunk no longer than the silence allowed. */
async function* watched(
  body: Readable,
  idleMs: number,
  deadline: Deadline,
): AsyncGenerator<Uint8Array> {
  // A stream's iterator gives what the stream holds, and undici's bodies hold bytes.
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const next = await deadline.within(chunks.next(), idleMs, 'silence');
      if (next.done === true) return;
      yield next.value;
    }
  } catch (error) {
    throw brokenOff(deadline, error);
  } finally {
    body.destroy();
  }
}

function brokenOff(deadline: Deadline, cause: unknown): Error {
  switch (deadline.stopped) {
    case 'cancelled':
      return egressFault('EGRESS_CANCELLED');
    case 'timeout':
    case 'silence':
      return egressFault('EGRESS_BODY_TIMED_OUT');
    case null:
      return egressFault('EGRESS_BODY_LOST', { cause });
  }
}

async function* bounded(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > maxBytes) throw egressFault('EGRESS_BODY_TOO_LARGE', { details: { maxBytes } });
    yield chunk;
  }
}

async function* unpacked(
  packed: AsyncIterable<Uint8Array>,
  unpack: Transform,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(packed, { objectMode: false });
  let failed: Error | null | undefined;
  source.once('error', (error) => {
    failed = error;
  });
  pipeline(source, unpack, ignore);
  try {
    // A zlib stream holds bytes.
    yield* unpack as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw failed ?? egressFault('EGRESS_BODY_UNDECODABLE', { cause });
  } finally {
    source.destroy();
    unpack.destroy();
  }
}

/** Null for a body that is not packed. A packing we cannot undo could hide what must be masked, so it is refused. */
function unpackerFor(encoding: string | undefined): Transform | null {
  switch (encoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw egressFault('EGRESS_BODY_UNDECODABLE');
  }
}
