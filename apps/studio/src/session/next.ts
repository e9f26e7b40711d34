/**
 * Where to go after signing in: only a path of this studio. Anything else (`//evil.example`, `https:…`, a backslash)
 * would make our own sign-in a door to somebody else's page.
 */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])[^\\\p{C}]*$/u.test(next)) return '/';
  return /^\/(sign-in|setup|join)\b/.test(next) ? '/' : next;
}
