import { describe, expect, it } from 'vitest';
import { safeNext } from './next.ts';

describe('safeNext', () => {
  it('goes back to a place of the studio, with its query', () => {
    expect(safeNext('/w/ws_1/inbox?q=1#x')).toBe('/w/ws_1/inbox?q=1#x');
  });

  it('never leads out of the studio', () => {
    const bad = [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/a\nb',
      '',
      7,
      undefined,
    ];
    for (const next of bad) expect(safeNext(next)).toBe('/');
  });

  it('never leads from sign-in to sign-in', () => {
    expect(safeNext('/sign-in?next=/')).toBe('/');
  });
});
