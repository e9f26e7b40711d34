import type { Grant, Granted } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { ACTOR, NOW, SEND, sample } from './conformance/sample.ts';
import { createGrantRegistry } from './index.ts';

function granted(run = 'run_1', to = 'bob@example.com'): Granted {
  const { call } = sample(SEND, { args: { to: [to] }, call: { actor: { ...ACTOR, run } } });
  return { call, callHash: 'a'.repeat(64), descriptor: SEND };
}

/** A registry with a clock that a test sets. */
function registry() {
  const clock = { now: NOW };
  return { ...createGrantRegistry(() => clock.now), clock };
}

describe('a grant', () => {
  it('gives its call once, and never again', () => {
    const { issue, redeem } = registry();
    const grant = issue(granted(), NOW + 1);
    expect(redeem(grant)).toMatchObject({
      kind: 'redeemed',
      granted: { callHash: 'a'.repeat(64) },
    });
    expect(redeem(grant)).toEqual({ kind: 'void', reason: 'The grant was used before.' });
    expect(redeem(grant).kind).toBe('void');
  });

  it('names the hash of its call, and cannot be changed to name another', () => {
    const { issue } = registry();
    const grant = issue(granted(), NOW + 1);
    expect(grant).toEqual({ kind: 'grant', call: 'a'.repeat(64) });
    expect(Object.isFrozen(grant)).toBe(true);
  });

  it('ends at its time, to the millisecond, and is then used up', () => {
    const { issue, redeem, clock } = registry();
    const grant = issue(granted(), NOW + 10);
    clock.now = NOW + 10;
    expect(redeem(grant)).toEqual({ kind: 'void', reason: 'The grant has expired.' });
    clock.now = NOW;
    expect(redeem(grant).kind).toBe('void');
    const other = issue(granted(), NOW + 10);
    clock.now = NOW + 9;
    expect(redeem(other).kind).toBe('redeemed');
  });

  it('is worth nothing as a copy, a look-alike, or at another registry', () => {
    const { issue, redeem } = registry();
    const grant = issue(granted(), NOW + 1);
    const fakes: unknown[] = [
      { ...grant },
      structuredClone(grant),
      Object.create(grant),
      JSON.parse(JSON.stringify(grant)),
      new Proxy(grant, {}),
    ];
    for (const fake of fakes)
      expect(redeem(fake as Grant)).toEqual({
        kind: 'void',
        reason: 'The grant was not issued here.',
      });
    expect(registry().redeem(grant).kind).toBe('void');
    expect(redeem(grant).kind).toBe('redeemed');
  });

  it('gives the call that was granted: nobody changes it in between', () => {
    const { issue, redeem } = registry();
    const mine = granted();
    const grant = issue(mine, NOW + 1);
    expect(() => {
      (mine.call.args['to'] as string[])[0] = 'eve@evil.test';
    }).toThrow(TypeError);
    const redeemed = redeem(grant);
    expect(redeemed.kind === 'redeemed' && redeemed.granted.call.args['to']).toEqual([
      'bob@example.com',
    ]);
  });

  it('is void once its run was revoked, and those of other runs are not', () => {
    const { issue, redeem, revokeRun } = registry();
    const [first, second] = [issue(granted(), NOW + 1), issue(granted(), NOW + 1)];
    const other = issue(granted('run_2'), NOW + 1);
    const used = issue(granted(), NOW + 1);
    redeem(used);
    expect(revokeRun('run_1')).toBe(2);
    expect(revokeRun('run_1')).toBe(0);
    for (const grant of [first, second])
      expect(redeem(grant)).toEqual({ kind: 'void', reason: 'The grant was revoked.' });
    expect(redeem(other).kind).toBe('redeemed');
    expect(redeem(issue(granted(), NOW + 1)).kind).toBe('redeemed');
  });

  it('stays with its run when another of the run is used', () => {
    const { issue, redeem, revokeRun } = registry();
    const [first, second] = [issue(granted(), NOW + 1), issue(granted(), NOW + 1)];
    expect(redeem(first).kind).toBe('redeemed');
    expect(revokeRun('run_1')).toBe(1);
    expect(redeem(second).kind).toBe('void');
  });

  it('of a run that nobody knows is revoked without ado', () => {
    expect(registry().revokeRun('run_9')).toBe(0);
  });
});
