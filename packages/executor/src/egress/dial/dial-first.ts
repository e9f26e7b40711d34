import { ignore } from '../ignore.ts';
import type { Clock, Dialer, Dialled } from '../ports.ts';

/**
 * Dials several addresses of one host, each with a head start before the next (Happy Eyeballs, RFC 8305
 * section 5), and keeps the first that answers. Rejects with the last error where none does.
 */
export function dialFirst(
  to: { readonly addresses: readonly string[]; readonly port: number },
  { dialer, clock }: { readonly dialer: Dialer; readonly clock: Clock },
  headStartMs: number,
  signal: AbortSignal,
): Promise<Dialled & { readonly address: string }> {
  return new Promise((resolve, reject) => {
    const attempts = new AbortController();
    const stopAll = () => attempts.abort();
    const waiting = [...to.addresses];
    let running = 0;
    let settled = false;
    let holdNext: () => void = ignore;

    const settle = (finish: () => void) => {
      settled = true;
      holdNext();
      signal.removeEventListener('abort', stopAll);
      stopAll();
      finish();
    };
    const failed = (error: unknown) => {
      running -= 1;
      if (settled) return;
      if (signal.aborted || (running === 0 && waiting.length === 0)) {
        settle(() => reject(error));
      } else if (waiting.length > 0) {
        holdNext();
        dialNext();
      }
    };
    const dialNext = () => {
      const address = waiting.shift();
      if (address === undefined) return;
      running += 1;
      if (waiting.length > 0) holdNext = clock.after(headStartMs, dialNext);
      dialer.dial({ address, port: to.port }, attempts.signal).then((dialled) => {
        if (settled) dialled.socket.destroy();
        else settle(() => resolve({ ...dialled, address }));
      }, failed);
    };
    signal.addEventListener('abort', stopAll, { once: true });
    if (signal.aborted) stopAll();
    dialNext();
  });
}
