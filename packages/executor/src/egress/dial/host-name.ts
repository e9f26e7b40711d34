/**
 * Suffixes that never name a host of the public Internet: special-use names (RFC 6761, RFC 6762, RFC
 * 8375, RFC 9476), and those that clusters, clouds and home networks use within.
 */
const INSIDE = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
  'in-addr.arpa',
  'ip6.arpa',
  'svc',
  'invalid',
  'onion',
  'alt',
] as const;

/** Letters, digits, hyphens and underscores in labels (IDNA is in its ASCII form by now). */
const LABELS = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;

/** Whether a name has the form of a host name at all. */
export function isHostName(name: string): boolean {
  return LABELS.test(name);
}

/** Whether a name could be one of the public Internet. What it resolves to is judged beside this. */
export function isPublicName(name: string): boolean {
  return (
    isHostName(name) &&
    name.includes('.') &&
    !INSIDE.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
  );
}
