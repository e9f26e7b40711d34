import type { Effect, Missing, QuestionRecord, Sink } from '@countersign/contract';
import type { Tone } from '../ui/badge.tsx';

/** What an effect does, and how grave it looks. */
export const EFFECTS: Readonly<Record<Effect, { readonly word: string; readonly tone: Tone }>> = {
  read: { word: 'Reads', tone: 'neutral' },
  write: { word: 'Changes', tone: 'running' },
  send: { word: 'Sends', tone: 'held' },
  destroy: { word: 'Destroys', tone: 'refused' },
};

/** What an argument decides, for its name's side. */
export const SINKS: Readonly<Record<Sink, string>> = {
  dest: 'where it goes',
  sel: 'what it touches',
  val: 'how much, when or how',
  content: 'text that is carried along',
  code: 'text that will be run',
  query: 'what is asked for',
  auth: 'who gets rights',
  ctl: 'the platform itself',
};

/** Why a person is asked about a value, in plain words. */
export function becauseOf({ because, sink, pointer }: Missing): string {
  switch (because) {
    case 'unendorsed':
      return pointer === ''
        ? 'Nothing you asked for includes this call as it stands, and before it the agent had read things that anyone could have written.'
        : unendorsed(sink);
    case 'readers':
      return 'What would be sent may be read by fewer people than this reaches. Nothing says that whoever is there may see it.';
    case 'policy':
      return 'A policy of this workspace wants a person asked each time this is done.';
    case 'irreversible':
      return pointer === ''
        ? 'It cannot be taken back, and before it the agent had read things that anyone could have written.'
        : 'This decides something that cannot be taken back, and anyone could have written it.';
  }
}

function unendorsed(sink: Sink | null): string {
  const tail = 'Whoever can write into what the agent read could have put it there.';
  switch (sink) {
    case 'dest':
      return `Nothing you said, and nothing you set up, names this destination. ${tail}`;
    case 'sel':
      return `Nothing you said picks out this one. ${tail}`;
    case 'val':
      return `Nothing you said sets this value. ${tail}`;
    case 'content':
      return 'A stranger could have written this text, and nobody you trust vouches for it.';
    case 'code':
      return `This will be run, and nobody you trust wrote it. ${tail}`;
    default:
      return `Nobody you trust vouches for this value. ${tail}`;
  }
}

/** What follows from each answer. */
export function consequences(question: QuestionRecord): {
  readonly yes: string;
  readonly no: string;
} {
  if (question.kind === 'unknown') {
    return {
      yes: 'Look at the other side first: it may have happened. If it did, the run goes on as after a success. If not, it is done now, under the same key, so that a service that knows the key does it once.',
      no: 'Giving up tells the agent that it is not known whether this happened. It is not tried again.',
    };
  }
  const { approvals = 1 } = question;
  const vouched = question.missing.filter(({ pointer }) => pointer !== '').length;
  return {
    yes: `${approvals > 1 ? `Once ${approvals} different people have said yes, exactly` : 'Exactly'} this call runs, once, with these arguments and no others.${
      vouched === 0
        ? ''
        : vouched === 1
          ? ' In this run the value in doubt then counts as yours, for this argument and connection.'
          : ' In this run the values in doubt then count as yours, for these arguments and this connection.'
    }`,
    no: 'Nothing happens. The agent is told that you said no, with your reason if you give one, and goes on without it.',
  };
}

/** How a question ended, as a word and a tone. */
export const STATUSES: Readonly<
  Record<QuestionRecord['status'], { readonly word: string; readonly tone: Tone }>
> = {
  open: { word: 'Open', tone: 'held' },
  approved: { word: 'Approved', tone: 'allowed' },
  edited: { word: 'Edited', tone: 'running' },
  denied: { word: 'Denied', tone: 'refused' },
  happened: { word: 'It happened', tone: 'allowed' },
  repeated: { word: 'Done again', tone: 'running' },
  expired: { word: 'Expired', tone: 'neutral' },
  withdrawn: { word: 'Withdrawn', tone: 'neutral' },
};

/** A number of days in words. */
export function daysWord(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
