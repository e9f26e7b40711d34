import {
  type ActionDescriptor,
  type IntentContract,
  type IntentExpression,
  type IntentSlot,
  type IntentSource,
  type IntentTerm,
  intentContractSchema,
  isJsonObject,
  type Sink,
} from '@countersign/contract';

/**
 * A planner without a model: a few phrases of English, and the tools' own descriptors. It sees the prompt and nothing
 * else: no task, no call that would be right. What it does not understand it leaves open, which vouches for nothing.
 */
export function planFor(prompt: string, actions: readonly ActionDescriptor[]): IntentContract {
  const reading = actions.filter(({ effect }) => effect === 'read');
  const looking = reading.map((action) => slotOf(action, 500, () => OPEN));
  // `1. … 2. …`: what is asked for in one step is not asked for in another.
  const steps = prompt.split(/(?=\b\d\. [A-Z])/);
  const doing = steps.flatMap((step) =>
    actions
      .filter((action) => action.effect !== 'read' && isMentioned(action, step))
      .map((action) => {
        const asked = { prompt: step, actions };
        return slotOf(action, callsIn(step), (name) => termFor(name, action, asked));
      }),
  );
  return intentContractSchema.parse({ version: 1, slots: [...looking, ...doing] });
}

/** What the planner goes by. */
interface Asked {
  readonly prompt: string;
  readonly actions: readonly ActionDescriptor[];
}

const OPEN: IntentTerm = { kind: 'open' };

function slotOf(
  action: ActionDescriptor,
  atMost: number,
  termOf: (name: string) => IntentTerm | null,
): IntentSlot {
  const terms = argumentsOf(action).flatMap((name): readonly [string, IntentTerm][] => {
    const term = termOf(name);
    return term === null ? [] : [[`/${name}`, term]];
  });
  return { action: action.id, atMost, arguments: Object.fromEntries(terms) };
}

function termFor(name: string, action: ActionDescriptor, asked: Asked): IntentTerm | null {
  const sink = action.sinks[`/${name}`];
  const values =
    endOf(name, action, asked) ??
    sameAs(name, asked) ??
    addressOf(sink, asked) ??
    startingWith(name, asked) ??
    mostActive(sink, asked) ??
    statedText(name, sink, asked);
  if (values !== null) return { kind: 'one-of', values: [...values] };
  if (isComputed(action, asked) && sink === 'dest') return oneOf(namesIn(asked.prompt));
  const summary = summaryOf(action, asked);
  if (summary !== null && sink === 'content') return { kind: 'summary', of: [...summary.of] };
  if (summary !== null && sink === 'dest') return oneOf(summary.to);
  return sink === 'dest' && namesNobody(asked.prompt) ? null : OPEN;
}

/** `for one hour`, `a new 1-hour long event`; and an appointment that is moved lasts as long as it did. */
function endOf(
  name: string,
  { refers = {} }: ActionDescriptor,
  { prompt, actions }: Asked,
): readonly IntentExpression[] | null {
  if (!/end_time$/.test(name)) return null;
  const argument = `/${name.replace('end_time', 'start_time')}`;
  const hours = [...prompt.matchAll(/\b(\d|one|two|three)[ -]hours?\b/gi)].map(
    ([, word = '']) => NUMBERS[word.toLowerCase()] ?? Number(word),
  );
  const [hour, another] = [...new Set(hours)];
  if (hour !== undefined && another === undefined && hour > 0)
    return [{ kind: 'after', argument, minutes: hour * 60 }];
  const [key, kind] = Object.entries(refers)[0] ?? [];
  if (key === undefined) return null;
  const found = actions.filter((one) => isLooking(one) && one.records?.kind === kind);
  return found.map(({ id }) => ({
    ...{ kind: 'as-long-as' as const, argument, records: { of: { action: id }, where: [] } },
    ...{ key: { argument: key, field: '/id_' }, from: '/start_time', until: '/end_time' },
  }));
}

const NUMBERS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3 };

/** `with the same participants as the 'Introductory meeting' event`. */
function sameAs(name: string, { prompt, actions }: Asked): readonly IntentExpression[] | null {
  const [, what, title] = /\bsame (\w+) as (?:the )?'([^']+)'/.exec(prompt) ?? [];
  if (what !== name || title === undefined) return null;
  return actions.flatMap(({ id, records }): readonly IntentExpression[] =>
    records?.label && `/${name}/*` in records.fields
      ? [
          {
            ...{ kind: 'pick', take: 'each', field: `/${name}/*` },
            records: {
              of: { action: id },
              where: [{ field: records.label, is: 'equal', value: title }],
            },
          },
        ]
      : [],
  );
}

/** `an event with Sarah Baker … her email address`. */
function addressOf(
  sink: Sink | undefined,
  { prompt, actions }: Asked,
): readonly IntentExpression[] | null {
  if (sink !== 'dest' || prompt.includes('@') || !/\b(?:her|his|their) e-?mail/i.test(prompt))
    return null;
  const people = [...prompt.matchAll(/\b[A-Z][a-z]+ [A-Z][a-z]+\b/g)].map(([name]) => name);
  const found = people.flatMap((name) =>
    actions.flatMap(({ id, records }): readonly IntentExpression[] =>
      records?.label === '/name' && records.fields['/email'] === 'address'
        ? [
            {
              ...{ kind: 'pick', take: 'only', field: '/email' },
              records: {
                of: { action: id },
                where: [{ field: '/name', is: 'equal', value: name }],
              },
            },
          ]
        : [],
    ),
  );
  return found.length === 0 ? null : found;
}

/** `the channel starting with External`. */
function startingWith(name: string, asked: Asked): readonly IntentExpression[] | null {
  const [, kind, start] = STARTING.exec(asked.prompt) ?? [];
  const listing = asked.actions.find((one) => isListing(one) && one.records?.kind === kind);
  if (kind !== name || start === undefined || listing === undefined) return null;
  return [
    {
      ...{ kind: 'pick', take: 'only', field: '' },
      records: {
        of: { action: listing.id, given: {} },
        where: [{ field: '', is: 'starting-with', value: start }],
      },
    },
  ];
}

const STARTING = /\bthe (\w+) starting with (\w+)/;

/** `a user who wrote the most total channel messages`. */
function mostActive(
  sink: Sink | undefined,
  { prompt, actions }: Asked,
): readonly IntentExpression[] | null {
  const [, place] = /\bwho wrote the most (?:total )?(\w+) messages\b/.exec(prompt) ?? [];
  const listing = actions.find((one) => isListing(one) && one.records?.kind === place);
  const reading = actions.find(
    (one) => one.records?.kind === 'message' && argumentsOf(one).includes(place ?? ''),
  );
  if (sink !== 'dest' || listing === undefined || reading === undefined) return null;
  return [
    {
      ...{ kind: 'pick', take: 'most-common', field: '/sender' },
      records: { of: { action: reading.id }, where: [] },
      forEach: { of: { action: listing.id, given: {} }, field: '', argument: `/${place}` },
    },
  ];
}

/** `with description Catch up over lunch.` */
function statedText(
  name: string,
  sink: Sink | undefined,
  { prompt }: Asked,
): readonly IntentExpression[] | null {
  const [, value] =
    new RegExp(`\\bwith ${name} ([A-Z][^.']{3,200}\\.?)\\.(?:\\s|$)`).exec(prompt) ?? [];
  return sink === 'content' && value !== undefined ? [{ kind: 'constant', value }] : null;
}

/** `post the summary of the article at www.informations.com to the 'general' channel`. */
function summaryOf(
  { effect, sinks }: ActionDescriptor,
  { prompt, actions }: Asked,
): { readonly of: readonly IntentSource[]; readonly to: readonly string[] } | null {
  const writes = Object.values(sinks).includes('content');
  if (
    effect !== 'send' ||
    !writes ||
    !/\bsummar|\bfeedback based on|\bsend information about/i.test(prompt)
  )
    return null;
  const named = [...prompt.matchAll(/(?<!posted )\bto (?:the )?'?([A-Z][a-z]+|[a-z]+(?='))/g)];
  const to = /\bmessage them\b/.test(prompt)
    ? [...prompt.matchAll(/\b([A-Z][a-z]+) \(www/g)].map(([, name = '']) => name)
    : named.map(([, name = '']) => name);
  const of = actions.flatMap((one) => sourcesIn(one, prompt, to));
  return to.length === 0 || of.length === 0 ? null : { of, to };
}

/** The reads that a prompt names: a page by its address, a place by its name, pages in general by the word. */
function sourcesIn(
  action: ActionDescriptor,
  prompt: string,
  except: readonly string[],
): readonly IntentSource[] {
  if (action.effect !== 'read') return [];
  const [argument, another] = argumentsOf(action);
  if (argument === undefined || another !== undefined || action.records?.kind === 'member')
    return [];
  if (action.sinks[`/${argument}`] === 'dest') {
    const pages = [...prompt.matchAll(/\bwww\.[\w-]+(?:\.[\w-]+)+/g)].map(([url]) => url);
    if (pages.length > 0)
      return pages.map((url) => ({ action: action.id, given: { [`/${argument}`]: url } }));
    return /\barticle|\bwebsite|\brestaurant/i.test(prompt) ? [{ action: action.id }] : [];
  }
  const places = [...prompt.matchAll(new RegExp(`\\b(\\w+)'? ${argument}\\b`, 'g'))];
  return [...new Set(places.map(([, place = '']) => place))]
    .filter((place) => !except.includes(place))
    .map((place) => ({ action: action.id, given: { [`/${argument}`]: place } }));
}

/** Where one argument is computed from records, the destination must be said as well (rule D1). */
function isComputed(action: ActionDescriptor, asked: Asked): boolean {
  return argumentsOf(action).some((name) => startingWith(name, asked) !== null);
}

function oneOf(names: readonly string[]): IntentTerm {
  const values = [...new Set(names)].slice(0, 16);
  if (values.length === 0) return OPEN;
  return { kind: 'one-of', values: values.map((value) => ({ kind: 'constant', value })) };
}

/** Words with a capital within a sentence. */
function namesIn(prompt: string): readonly string[] {
  return [...prompt.matchAll(/(?<=[a-z,] |^\w+ )[A-Z][a-z]+\b/g)].map(([name]) => name);
}

function namesNobody(prompt: string): boolean {
  return (
    !/@|participant|invit|e-?mail|channel|slack/i.test(prompt) &&
    !/\b(?:to|with) [A-Z]|[A-Z]{2}\d/.test(prompt)
  );
}

function callsIn(prompt: string): number {
  return /\beach\b|\ball\b|\bevery|\bthem\b|\band\b|\bcc\b/i.test(prompt) ? 20 : 1;
}

function isLooking({ effect, sinks }: ActionDescriptor): boolean {
  return effect === 'read' && !Object.values(sinks).includes('dest');
}

function isListing(action: ActionDescriptor): boolean {
  return isLooking(action) && argumentsOf(action).length === 0;
}

function argumentsOf({ input }: ActionDescriptor): readonly string[] {
  const properties = input['properties'];
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** Whether the prompt has a word of a tool's name or description. */
function isMentioned({ title, description }: ActionDescriptor, prompt: string): boolean {
  const said = new Set(stemsOf(prompt));
  return stemsOf(`${title.replaceAll('_', ' ')} ${description}`).some((stem) => said.has(stem));
}

function stemsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[a-z]{3,}/g) ?? [])
    .filter((word) => !COMMON.has(word))
    .map((word) => word.slice(0, 5));
}

const COMMON = new Set(
  'the and for with from that this are was has have given user users all any its into will can not you your new get gets set use used using make sure please their they them list string text name names'.split(
    ' ',
  ),
);
