/** The key that goes with a letter on this machine. */
export const MODIFIER = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
