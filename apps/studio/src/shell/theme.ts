import { useSyncExternalStore } from 'react';

/** How the studio looks: as the system does, or always one way. */
export type Theme = 'system' | 'light' | 'dark';

/** The choices, in words. */
export const THEMES: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'Like the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Read by `theme.js`, before the first paint, too. */
const NAME = 'countersign.theme';
const listeners = new Set<() => void>();
let theme: Theme = stored();

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);

/** The theme, and the way to change it; remembered in this browser. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, () => theme), choose];
}

/** Whether it is dark now, whoever decided that. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, isDark);
}

/** Changes the theme. */
export function choose(wanted: Theme): void {
  theme = wanted;
  try {
    if (wanted === 'system') localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, wanted);
  } catch {
    // Where storage is shut, the choice lasts as long as the page.
  }
  apply();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function isDark(): boolean {
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

function apply(): void {
  document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

function stored(): Theme {
  try {
    const value = localStorage.getItem(NAME);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
}
