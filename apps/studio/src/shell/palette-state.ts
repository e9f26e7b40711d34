import { useSyncExternalStore } from 'react';

type Open = 'palette' | 'shortcuts' | null;
let open: Open = null;
const listeners = new Set<() => void>();

function set(next: Open): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Opens the command palette. */
export const openPalette = (): void => set('palette');
/** Opens the list of shortcuts. */
export const showShortcuts = (): void => set('shortcuts');
/** Closes both. */
export const closeOverlay = (): void => set(null);

/** Which of the two is open. */
export function useOverlay(): Open {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
