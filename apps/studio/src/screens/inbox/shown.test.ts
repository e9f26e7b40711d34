import { expect, it } from 'vitest';
import { searchFor, shownBy } from './shown.ts';

it('is asked for by an address, and asks for it again', () => {
  for (const shown of ['open', 'all', 'approved', 'denied', 'expired'] as const)
    expect(shownBy(searchFor(shown).show)).toBe(shown);
});

it('is what waits where an address asks for nothing that there is', () => {
  for (const show of [undefined, '', 'all', 'toString', '__proto__'])
    expect(shownBy(show)).toBe('open');
});
