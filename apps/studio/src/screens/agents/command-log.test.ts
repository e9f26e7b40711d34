import { describe, expect, it } from 'vitest';
import { done, emptyLog, redone, undone } from './command-log.ts';

describe('command log', () => {
  it('takes back and does again, and forgets what was taken back once something else is done', () => {
    let log = done(done(emptyLog('a'), 'b', 'x', 0), 'c', 'y', 0);
    log = undone(log);
    expect(log.present).toBe('b');
    expect(redone(log).present).toBe('c');
    log = done(log, 'd', 'z', 0);
    expect(redone(log).present).toBe('d');
    expect(undone(undone(undone(log))).present).toBe('a');
  });

  it('makes one command of a word, and another of what is typed after a pause or elsewhere', () => {
    let log = emptyLog('');
    log = done(log, 'h', 'name', 0);
    log = done(log, 'hi', 'name', 300);
    log = done(log, 'hi!', 'name', 5_000);
    log = done(log, 'hi! x', 'text', 5_100);
    expect(undone(log).present).toBe('hi!');
    expect(undone(undone(log)).present).toBe('hi');
    expect(undone(undone(undone(log))).present).toBe('');
  });
});
