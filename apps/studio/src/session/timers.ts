/** The browser's timers, in the form our parts ask for them. */
export const browserTimers = {
  after(ms: number, callback: () => void): () => void {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  wait: (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      function done() {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      }
      signal.addEventListener('abort', done, { once: true });
    }),
  /** About two frames: entries of one burst are drawn together, and a hidden page, which has no frames, goes on. */
  soon: (callback: () => void): (() => void) => browserTimers.after(32, callback),
};
