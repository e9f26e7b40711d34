import { EFFECTS, REFUSAL_CODES, SINKS } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { allowedIf, passesIf } from './remedies.ts';

const doubt = { pointer: '/to/0', value: 'x', sink: 'dest', origin: [] } as const;

describe('what would let a call pass', () => {
  it('is a whole sentence for every reason to ask and every class of argument', () => {
    for (const because of ['unendorsed', 'readers', 'policy', 'irreversible'] as const)
      for (const sink of [...SINKS, null])
        for (const effect of EFFECTS)
          expect(passesIf({ ...doubt, because, sink }, effect)).toMatch(/^[A-Z].{30,}\.$/);
  });

  it('is a whole sentence without its code for every refusal', () => {
    for (const code of REFUSAL_CODES) {
      expect(allowedIf({ code, reason: '' })).toMatch(/^[A-Z].{30,}\.$/);
      expect(allowedIf({ code, reason: '' })).not.toContain(code);
    }
  });

  it('never says that a message can vouch for what only a person’s yes lets happen', () => {
    for (const sink of ['code', 'auth', 'ctl', null] as const)
      expect(passesIf({ ...doubt, because: 'unendorsed', sink }, 'send')).toMatch(/^Only a person/);
    for (const because of ['unendorsed', 'irreversible'] as const)
      expect(passesIf({ ...doubt, because }, 'destroy')).toMatch(/^Only a person/);
    expect(passesIf({ ...doubt, because: 'unendorsed' }, 'send')).toMatch(/message names/);
  });

  it('tells a policy that says no from a run that was begun with less', () => {
    const refusal = (reason: string) => allowedIf({ code: 'NOT_AUTHORIZED', reason });
    expect(refusal('The run’s grant does not cover this tool.')).toMatch(/another run/);
    expect(refusal('The workspace’s policies do not permit this to the agent.')).toMatch(/admin/);
  });
});
