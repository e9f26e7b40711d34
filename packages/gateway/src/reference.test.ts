import { label } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { decideWith, events, MOVE, SEARCH, searched } from './conformance/records.ts';
import { actionOf, spoken } from './conformance/sample.ts';

const OFFSITE = { id: '7', title: 'Offsite', start: '2024-05-20', people: ['bob@example.com'] };
const RETREAT = { id: '8', title: 'Retreat', start: '2024-05-21', people: ['eve@evil.example'] };
const NAMED = [spoken("Move the event 'Offsite' to another day.")];

const move = (event: string, ...earlier: ReturnType<typeof searched>[]) =>
  decideWith(MOVE, { event }, { earlier }).kind;
const moveNamed = (event: string, ...earlier: ReturnType<typeof searched>[]) =>
  decideWith(MOVE, { event }, { earlier, material: NAMED }).kind;

describe('a reference', () => {
  it('vouches for the id of the only record that a clean call gave', () => {
    expect(move('7', searched(events(OFFSITE)))).toBe('allowed');
    expect(move('7')).toBe('held');
  });

  it('does not vouch where a clean call gave several and none is named', () => {
    expect(move('7', searched(events(OFFSITE, RETREAT)))).toBe('held');
  });

  it('vouches for the one record that the principal calls by its title, and for no other', () => {
    expect(moveNamed('7', searched(events(OFFSITE, RETREAT)))).toBe('allowed');
    expect(moveNamed('8', searched(events(OFFSITE, RETREAT)))).toBe('held');
  });

  it('does not vouch where another record has that title too, however it is written', () => {
    expect(moveNamed('7', searched(events(OFFSITE, { ...RETREAT, title: 'OFFSITE ' })))).toBe(
      'held',
    );
  });

  it('takes the named record also from a call whose arguments were vouched for, but not the only one', () => {
    expect(moveNamed('7', searched(events(OFFSITE), 'vouched'))).toBe('allowed');
    expect(move('7', searched(events(OFFSITE), 'vouched'))).toBe('held');
  });

  it('vouches for nothing that a call gave whose arguments a model chose', () => {
    expect(moveNamed('7', searched(events(OFFSITE), 'model'))).toBe('held');
  });

  it('does not vouch by a field that an outsider can type', () => {
    const labels = { label: label('untrusted'), fields: {}, stored: {} };
    expect(move('7', { ...searched(events(OFFSITE)), labels })).toBe('held');
    const invite = actionOf(
      'write',
      { '/who': 'dest' },
      { id: 'events.invite', refers: { '/who': 'event' } },
    );
    const earlier = [searched(events(OFFSITE))];
    expect(decideWith(invite, { who: 'bob@example.com' }, { earlier }).kind).toBe('held');
  });

  it('does not take a number of one kind for one of another', () => {
    const file = actionOf(
      'write',
      { '/file': 'sel' },
      { id: 'files.move', refers: { '/file': 'file' } },
    );
    const undeclared = actionOf('write', { '/event': 'sel' }, { id: 'events.touch' });
    const earlier = [searched(events(OFFSITE))];
    expect(decideWith(file, { file: '7' }, { earlier }).kind).toBe('held');
    expect(decideWith(undeclared, { event: '7' }, { earlier }).kind).toBe('held');
  });

  it('does not take an id of one connection for one of another', () => {
    expect(move('7', { ...searched(events(OFFSITE)), connection: 'con_other' })).toBe('held');
  });

  it('does not vouch for free text in a field that is declared closed', () => {
    const text = { ...OFFSITE, id: 'anything one likes' };
    expect(move('anything one likes', searched(events(text)))).toBe('held');
  });

  it('lets nothing be destroyed and gives no rights', () => {
    const earlier = [searched(events(OFFSITE))];
    const cancel = actionOf(
      'destroy',
      { '/event': 'sel' },
      { id: 'events.cancel', refers: { '/event': 'event' } },
    );
    const verdict = decideWith(cancel, { event: '7' }, { earlier });
    expect(verdict.why.leaves[0]?.endorsedBy).toBeNull();
    expect(verdict.kind).toBe('held');
  });

  it('does not vouch for another value than the field holds', () => {
    expect(move('77', searched(events(OFFSITE)))).toBe('held');
    expect(move('7\u200b', searched(events(OFFSITE)))).toBe('held');
  });

  it('says who vouched', () => {
    const verdict = decideWith(MOVE, { event: '7' }, { earlier: [searched(events(OFFSITE))] });
    expect(verdict.why.leaves[0]?.endorsedBy).toBe('reference');
  });

  it('names an action that declares its records', () => {
    expect(SEARCH.records?.kind).toBe('event');
  });
});
