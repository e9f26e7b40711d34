import { describe, expect, it } from 'vitest';
import { NOW } from '../gallery/fixtures/people.ts';
import { MAIL_IDS, triageScript } from '../gallery/fixtures/triage.ts';
import { foldAll } from '../run/fold.ts';
import { recordNames } from '../run/record-names.ts';
import { emptyView } from '../run/run-view.ts';
import { sourceWords } from './source.ts';

const names = recordNames(foldAll(emptyView('run_x'), triageScript('run_x', null, NOW).entries));

describe('sourceWords', () => {
  it('names a mail by its subject and sender, whether its id or its place in a result is given', () => {
    const wanted = {
      kind: 'Mail',
      name: {
        title: 'Quarterly archive: one step left',
        from: 'no-reply@quarterly-archive.example',
      },
    };
    for (const source of [
      `${MAIL_IDS[4]}#/text`,
      'run_x.7#/text',
      'run_x.1#/messages/4/subject',
      `mail:${MAIL_IDS[4]}/1#/text`,
    ])
      expect(sourceWords(source, names)).toMatchObject(wanted);
  });

  it('tells a person’s own words from what they pasted', () => {
    expect(sourceWords('run_x#/message').kind).toBe('What you wrote');
    expect(sourceWords('run_x#/pasted/0').kind).toBe('What you pasted');
  });

  it('says what kind of thing it is where its name is not known', () => {
    expect(sourceWords('row_01#/values/note', names)).toEqual({
      kind: 'Table row',
      name: null,
      record: 'row_01',
      field: 'values › note',
    });
    expect(sourceWords('run_x.1#/total', names)).toMatchObject({
      kind: 'Result of mail.list',
      name: null,
    });
  });
});
