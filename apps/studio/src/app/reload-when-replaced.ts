const NAME = 'countersign.reloaded';

/** A part of the studio could not be fetched, and loading the page anew is no help, or not now. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';
}

/** Resolves with whether the page is being loaded anew, for the last part that could not be fetched. */
let answer: Promise<boolean> = Promise.resolve(false);

/**
 * Loads the page anew when a part of it cannot be fetched, which is what happens to a page that stays open while the
 * server gets a new version: the parts it knows are not there any more. Once for each part, so that one that is really
 * broken shows its error, and only where the server answers, since else nothing would be left to look at.
 */
export function reloadWhenReplaced(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    answer = reloadOnce(payload.message);
  });
}

/** Fetches a part of the studio. While the page is loaded anew instead, nothing more is heard of it. */
export async function part<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if (await answer) return new Promise(() => undefined);
    throw new PartMissing('a part of the studio could not be fetched', { cause });
  }
}

async function reloadOnce(about: string): Promise<boolean> {
  const before: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? '[]');
  const reloaded: readonly unknown[] = Array.isArray(before) ? before : [];
  if (reloaded.includes(about) || !(await isThere())) return false;
  sessionStorage.setItem(NAME, JSON.stringify([...reloaded.slice(-20), about]));
  location.reload();
  return true;
}

async function isThere(): Promise<boolean> {
  return fetch('/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
