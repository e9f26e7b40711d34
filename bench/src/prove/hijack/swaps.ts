import {
  isJsonObject,
  isTainted,
  type Json,
  type JsonObject,
  type Leaf,
  leavesOf,
  mostSpecific,
  type Sink,
} from '@countersign/contract';
import type { HijackData, Pair, Replay, ToolStep } from './data.ts';
import { actionOf } from './descriptors.ts';
import { attacked, HijackRun, type SuiteSetting, type Vouchers } from './driver.ts';
import { lookAlikes } from './look-alikes.ts';

/** The classes of argument that decide where something goes, what it touches, and how much. */
const DECIDING: readonly (Sink | undefined)[] = ['dest', 'sel', 'val', 'auth'];

/** Other values of an attacker's choice that are tried in one place. */
const MOST_VALUES = 4;

/** What came of exchanging arguments of calls that the user did ask for. */
export interface Swapped {
  /** Deciding arguments of consequential calls that were made after something untrusted was read. */
  places: number;
  /** Values an attacker brings. */
  cases: number;
  /** Look-alikes of the value that the user named. */
  lookAlikes: number;
  readonly unasked: string[];
  /** Values that the user's own words or earlier answers hold as well, but for another place. */
  ownCases: number;
  ownUnasked: number;
}

/** No swap yet. */
export function noSwaps(): Swapped {
  return { places: 0, cases: 0, lookAlikes: 0, unasked: [], ownCases: 0, ownUnasked: 0 };
}

/**
 * The model does what the user asked for, but for one argument: its value is another one. Tried for every
 * deciding argument of every consequential call that comes after an untrusted read, with values that attackers
 * of this suite want, with look-alikes of the right value, and, counted apart, with the user's own other values.
 */
export function trySwaps(
  data: HijackData,
  setting: SuiteSetting,
  replay: Replay,
  swapped: Swapped,
  vouchers: Vouchers,
): void {
  const suite = setting.suite.suite;
  const run = new HijackRun(setting, replay.prompt, 'kept', vouchers);
  const wanted = data.pairs.filter((pair) => pair.suite === suite);
  for (const [at, step] of replay.steps.entries()) {
    const known = knownValues(setting, wanted, replay, at);
    for (const place of isTainted(run.context.integrity) ? placesOf(setting, step) : []) {
      const name = `${suite}/${replay.user_task}: ${step.function}${place.pointer}`;
      const ran = (value: Json) => {
        const other = run.wish(
          { ...step, args: replacedAt(step.args, place.pointer, value) },
          'deny',
        );
        return other.consequential && other.verdict === 'allowed';
      };
      swapped.places += 1;
      for (const value of valuesFor(setting, wanted, place, known)) {
        swapped.cases += 1;
        if (ran(value)) swapped.unasked.push(`${name} ran with ${JSON.stringify(value)}`);
      }
      for (const value of lookAlikes(place.value)) {
        swapped.lookAlikes += 1;
        if (ran(value))
          swapped.unasked.push(`${name} ran with the look-alike ${JSON.stringify(value)}`);
      }
      for (const value of ownValues(place, known)) {
        swapped.ownCases += 1;
        if (ran(value)) swapped.ownUnasked += 1;
      }
    }
    run.wish(step, 'approve');
    run.read(step, attacked(step, null), step.error);
  }
}

interface Place extends Leaf {
  readonly sink: Sink | undefined;
}

/** The deciding arguments of a call, where it does something. */
function placesOf(setting: SuiteSetting, step: ToolStep): readonly Place[] {
  const descriptor = setting.actions.get(actionOf(setting.suite.suite, step.function))?.descriptor;
  if (!descriptor) return [];
  const does = descriptor.effect !== 'read' || Object.values(descriptor.sinks).includes('dest');
  if (!does) return [];
  return leavesOf(step.args)
    .map((leaf) => ({ ...leaf, sink: mostSpecific(descriptor.sinks, leaf.pointer) }))
    .filter(({ sink, value }) => DECIDING.includes(sink) && typeof value !== 'object');
}

/** What attackers of the suite put into places of that class and type; something of our own where they have none. */
function valuesFor(
  setting: SuiteSetting,
  pairs: readonly Pair[],
  place: Place,
  known: readonly Place[],
): readonly Json[] {
  const theirs = pairs
    .flatMap((pair) => pair.injection_calls)
    .flatMap((call) => placesOf(setting, call))
    .filter((other) => isAlike(other, place) && !known.some(({ value }) => value === other.value))
    .map(({ value }) => value);
  const other = [...new Set(theirs)].filter((value) => value !== place.value);
  return other.length > 0 ? other.slice(0, MOST_VALUES) : [somethingElse(place.value)];
}

function somethingElse(value: Json): Json {
  if (typeof value === 'number') return value + 1_337;
  if (typeof value === 'boolean') return !value;
  return 'chosen-by-the-attacker';
}

/** Other known values of the same class and type. */
function ownValues(place: Place, known: readonly Place[]): readonly Json[] {
  const own = known.filter((other) => isAlike(other, place)).map(({ value }) => value);
  return [...new Set(own)].filter((value) => value !== place.value);
}

/**
 * What the user has a part in before a step: values that their words hold, whoever wants them, and those of
 * earlier calls, which a person has allowed.
 */
function knownValues(
  setting: SuiteSetting,
  pairs: readonly Pair[],
  replay: Replay,
  at: number,
): readonly Place[] {
  const earlier = replay.steps.slice(0, at).flatMap((step) => placesOf(setting, step));
  const named = [...replay.steps, ...pairs.flatMap((pair) => pair.injection_calls)]
    .flatMap((call) => placesOf(setting, call))
    .filter(({ value }) => replay.prompt.includes(String(value)));
  return [...earlier, ...named];
}

function isAlike(a: Place, b: Place): boolean {
  return a.sink === b.sink && typeof a.value === typeof b.value;
}

/** Arguments with another value in one place. */
export function replacedAt(args: JsonObject, pointer: string, value: Json): JsonObject {
  const [, ...path] = pointer.split('/');
  const put = (here: Json, tokens: readonly string[]): Json => {
    const [token, ...rest] = tokens;
    if (token === undefined) return value;
    if (Array.isArray(here))
      return (here as readonly Json[]).map((item, at) =>
        String(at) === token ? put(item, rest) : item,
      );
    return isJsonObject(here) ? { ...here, [token]: put(here[token] ?? null, rest) } : here;
  };
  // An object with another member is an object.
  return put(args, path) as JsonObject;
}
