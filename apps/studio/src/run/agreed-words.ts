import type {
  IntentExpression,
  IntentSlot,
  IntentSource,
  IntentTerm,
  Json,
  PinnedTool,
} from '@countersign/contract';
import { nameOf } from '../quote/arguments.tsx';
import type { RunView } from './run-view.ts';

/** A slot of the agreement as a person reads it. */
export interface AgreedLine {
  readonly action: string;
  /** `once`, `up to 3 times`. */
  readonly times: string;
  /** Calls that took a place of it. */
  readonly used: number;
  readonly arguments: readonly AgreedArgument[];
}

/** What one argument may be. Values are quoted where they are shown: a model wrote them down. */
export interface AgreedArgument {
  readonly name: string;
  readonly words: string;
  readonly values: readonly Json[];
}

/** What was agreed: the slots that do something, one by one, and the actions that only look. */
export interface AgreedList {
  readonly lines: readonly AgreedLine[];
  readonly looking: readonly string[];
  readonly added: readonly AddedLine[];
}

/** Calls that a person added. */
export interface AddedLine {
  readonly action: string;
  /** Id of the question they were added at. */
  readonly question: string;
  readonly by: string;
  readonly atMost: number;
  readonly used: number;
  readonly arguments: readonly AgreedArgument[];
}

/** The agreement as a list; null where the run has none. */
export function agreedList(view: RunView, titleOf: (action: string) => string): AgreedList | null {
  const { agreement, start, steps } = view;
  if (agreement?.kind !== 'agreed') return null;
  const tools = new Map(start?.agent.tools.map((tool) => [tool.action, tool]));
  const taken = steps.flatMap(({ intent }) => intent?.place ?? []);
  const lines: AgreedLine[] = [];
  const looking: string[] = [];
  for (const [at, slot] of agreement.slots.entries()) {
    if (onlyLooks(slot, tools.get(slot.action))) looking.push(slot.action);
    else
      lines.push({
        action: slot.action,
        times: slot.atMost === 1 ? 'once' : `up to ${slot.atMost} times`,
        used: taken.filter((place) => place === at).length,
        arguments: Object.entries(slot.arguments).map(([pattern, term]) => ({
          name: nameOf(pattern.replace(/\/\*$/, '')),
          ...termWords(term, titleOf),
        })),
      });
  }
  const first = agreement.slots.length;
  const added = agreement.widened.map(
    ({ action, question, by, atMost, fixed }, at): AddedLine => ({
      ...{ action, question, by, atMost },
      used: taken.filter((place) => place === first + at).length,
      arguments: Object.entries(fixed).map(([pointer, value]) => ({
        ...{ name: nameOf(pointer), words: 'exactly', values: [value] },
      })),
    }),
  );
  return { lines, looking: [...new Set(looking)], added };
}

/** What is not known to look is shown as something that is done. */
function onlyLooks(slot: IntentSlot, tool: PinnedTool | undefined): boolean {
  const effect = tool?.facts?.effect;
  if (effect === undefined || typeof effect === 'string') return effect === 'read';
  const term = slot.arguments[effect.by];
  return (
    term?.kind === 'one-of' &&
    term.values.every((one) => one.kind === 'constant' && effect.of[String(one.value)] === 'read')
  );
}

function termWords(
  term: IntentTerm,
  titleOf: (action: string) => string,
): Omit<AgreedArgument, 'name'> {
  switch (term.kind) {
    case 'open':
      return { words: 'not settled; you may be asked', values: [] };
    case 'bound':
      return { words: `a number from ${term.min} to ${term.max}`, values: [] };
    case 'summary':
      return {
        words: `text made from ${listed(term.of.map((one) => sourceWords(one, titleOf)))} alone`,
        values: [],
      };
    case 'one-of': {
      const values = term.values.flatMap((one) => (one.kind === 'constant' ? [one.value] : []));
      const others = term.values.flatMap((one) => computedWords(one, titleOf));
      return { words: listed([...(values.length > 0 ? ['exactly'] : []), ...others]), values };
    }
  }
}

function computedWords(
  expression: IntentExpression,
  titleOf: (action: string) => string,
): readonly string[] {
  switch (expression.kind) {
    case 'constant':
      return [];
    case 'after':
      return [`${expression.minutes} minutes after ${nameOf(expression.argument)}`];
    case 'as-long-as':
      return [`as long after ${nameOf(expression.argument)} as before`];
    case 'pick': {
      const { take, field, records } = expression;
      const what = field === '' ? 'the name' : nameOf(field.replace(/\/\*$/, ''));
      const where = records.where.map(
        ({ field: of, is, value }) =>
          `${of === '' ? 'name' : nameOf(of)} ${COMPARED[is]} “${value}”`,
      );
      const met = where.length === 0 ? '' : ` where ${listed(where)}`;
      return [`${what} of ${TAKEN[take]} in ${sourceWords(records.of, titleOf)}${met}`];
    }
  }
}

function sourceWords({ action, given }: IntentSource, titleOf: (action: string) => string): string {
  const exactly = Object.values(given ?? {}).map((value) => `“${value}”`);
  return `“${titleOf(action)}”${exactly.length === 0 ? '' : ` with ${listed(exactly)}`}`;
}

const TAKEN: Readonly<Record<Extract<IntentExpression, { kind: 'pick' }>['take'], string>> = {
  only: 'the only record',
  each: 'the records',
  first: 'the first record',
  min: 'the smallest record',
  max: 'the largest record',
  'most-common': 'the record that is there most often',
  count: 'the number of records',
  sum: 'the sum of the records',
};

const COMPARED = {
  equal: 'is',
  'starting-with': 'starts with',
  'on-day': 'is on',
  'at-least': 'is at least',
  'at-most': 'is at most',
} as const;

function listed(words: readonly string[]): string {
  return words.length < 2
    ? (words[0] ?? '')
    : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}
