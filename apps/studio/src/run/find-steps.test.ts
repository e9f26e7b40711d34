import { describe, expect, it } from 'vitest';
import { NOW } from '../gallery/fixtures/people.ts';
import { triageEnded } from '../gallery/fixtures/triage.ts';
import { findSteps, type StepFilter } from './find-steps.ts';
import { foldAll } from './fold.ts';
import { emptyView } from './run-view.ts';

const { steps } = foldAll(emptyView('run_a'), triageEnded('run_a', null, NOW).entries);
const titleOf = (action: string) => (action === 'mail.send' ? 'Send a mail' : action);
const found = (filter: Partial<StepFilter>) =>
  findSteps(steps, { text: '', only: 'all', ...filter }, titleOf);

describe('finding steps', () => {
  it('gives the same list where nothing is asked for', () => {
    expect(found({})).toBe(steps);
    expect(found({ text: '  ' })).toBe(steps);
  });

  it('looks into arguments, results, titles and words of the model, in any case', () => {
    expect(found({ text: 'COLLECTOR@quarterly' }).some(({ kind }) => kind === 'call')).toBe(true);
    expect(found({ text: 'send a mail' })).toHaveLength(2);
    expect(found({ text: 'river on thursday' })).toHaveLength(1);
    expect(found({ text: 'two of these need' })[0]?.kind).toBe('model');
    expect(found({ text: 'nowhere to be found' })).toEqual([]);
  });

  it('wants every word, wherever in the step it stands', () => {
    const both = found({ text: 'send address' });
    expect(both.length).toBeLessThan(found({ text: 'address' }).length);
    expect(both.length).toBeGreaterThan(0);
  });

  it('leaves only what a person was asked about or what did not happen', () => {
    expect(found({ only: 'notable' }).map(({ state }) => state)).toEqual(['denied', 'denied']);
    expect(found({ only: 'notable', text: 'delete' })).toHaveLength(1);
  });
});
