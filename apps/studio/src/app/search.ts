/** Those members of a URL's query that are texts; all else is left out. */
export function text<Name extends string>(
  search: Readonly<Record<string, unknown>>,
  ...names: readonly Name[]
): { [K in Name]?: string } {
  const found: { [K in Name]?: string } = {};
  for (const name of names) {
    const value = search[name];
    // The router reads `?code=123` as a number.
    if (typeof value === 'string' || typeof value === 'number') found[name] = String(value);
  }
  return found;
}
