import { type IntentSlot, label, type StreamedEntry } from '@countersign/contract';
import { NOW, startOf } from './fixtures/people.ts';
import { Script } from './fixtures/script.ts';
import { triageEnded, triageScript, why, whyNot } from './fixtures/triage.ts';
import type { Scene } from './scenes.ts';

/** The entries of each run of a scene; a long one is made once. */
export function storiesOf(scene: Scene): (run: string) => readonly StreamedEntry[] {
  return remembered(storyOf(scene));
}

function storyOf(scene: Scene): (run: string) => readonly StreamedEntry[] {
  return (run) => {
    if (run === 'run_open') return triageScript(run, 'cnv_open').entries;
    if (scene.long && run === 'run_done') return longStory(run).entries;
    if (run === 'run_fail') {
      return new Script(startOf(run, null), NOW - 90_000_000)
        .started('Summarise the last thirty cases for the board')
        .planned({ kind: 'intent.committed', slots: [SUMMARY] })
        .says('', [
          ['no_such_tool', {}],
          ['http_request', { method: 'GET', path: '/v1/indicators/x' }],
          [
            'mail_send',
            { to: ['board@lumen-optics.example'], subject: 'Cases', text: 'See there.' },
          ],
          ['mail_delete', { id: 'msg_5b1c' }],
        ])
        .intent(1, 'read', why('read'))
        .failed('run_fail.3', 'HTTP_TIMEOUT', 'The service did not answer within 30 seconds.')
        .refused(
          2,
          'HOSTILE_CONTENT',
          'A value that decides something comes from content known to be hostile.',
          whyNot('send', [HOSTILE_PLACE], true),
        )
        .refused(3, 'CALLS_EXHAUSTED', 'The run has used its 20 calls of this tool.')
        .ended({
          kind: 'failed',
          code: 'BUDGET_EXHAUSTED',
          reason: 'The run’s limit of 400000 tokens is used up.',
        }).entries;
    }
    return triageEnded(run, `cnv_${run.slice(4)}`, NOW - 7_300_000).entries;
  };
}

const SUMMARY: IntentSlot = {
  action: 'mail.send',
  atMost: 1,
  arguments: {
    '/to/*': {
      kind: 'one-of',
      values: [{ kind: 'constant', value: 'board@lumen-optics.example' }],
    },
    '/subject': { kind: 'open' },
    '/text': { kind: 'summary', of: [{ action: 'case.list' }, { action: 'case.get' }] },
  },
};

const HOSTILE_PLACE = {
  pointer: '/to/0',
  sink: 'dest',
  integrity: 'hostile',
  endorsedBy: null,
  detail: 'It comes from content known to be hostile.',
} as const;

function longStory(run: string): Script {
  const story = new Script(startOf(run, null), NOW - 7_300_000).started('Read everything');
  while (story.entries.length < 10_000) {
    story
      .says('', [['mail_read', { id: `msg_${story.entries.length}` }]], 8)
      .intent(0, 'read', why('read'));
    story.done(story.call(), { subject: `Mail ${story.entries.length}` }, label('untrusted'), 4);
  }
  return story.ended({ kind: 'answered', text: 'All read.', label: label('untrusted') });
}

function remembered(
  of: (run: string) => readonly StreamedEntry[],
): (run: string) => readonly StreamedEntry[] {
  const known = new Map<string, readonly StreamedEntry[]>();
  return (run) => {
    const entries = known.get(run) ?? of(run);
    known.set(run, entries);
    return entries;
  };
}
