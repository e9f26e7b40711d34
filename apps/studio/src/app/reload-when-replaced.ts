const NAME = 'countersign.reloaded';
/** Milliseconds within which a second failure is no longer blamed on a new version. */
const ONCE = 20_000;

/**
 * Loads the page anew when a part of it cannot be fetched, which is what happens to a page that stays open while the
 * server gets a new version: the parts it knows are not there any more. Once, so that a part that is really broken
 * shows its error instead of reloading for ever.
 */
export function reloadWhenReplaced(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(NAME) ?? 0);
    if (Date.now() - last < ONCE) return;
    sessionStorage.setItem(NAME, String(Date.now()));
    event.preventDefault();
    location.reload();
  });
}
