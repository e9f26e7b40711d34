import { catalog } from '@countersign/catalog';
import {
  type Actor,
  type Call,
  callId,
  type Granted,
  type JsonObject,
  type Label,
  labelOfAll,
  must,
  type Outcome,
} from '@countersign/contract';
import { builtInPerformers, type Performers } from '@countersign/executor';
import {
  DEFAULT_POLICIES,
  decide,
  labelResult,
  policiesOf,
  registerActions,
} from '@countersign/gateway';
import { createMemoryMemoryStore, memoryRecord } from '@countersign/record';

const NOW = 1_715_774_400_000;

/** Memory as it ships: its descriptors, the gateway's decision, its performers and its store. */
export class Remembered {
  readonly #actions = registerActions(
    ['memory.write', 'memory.search'].map(
      (id) => must(catalog().get(id), 'the catalogue has memory').descriptor,
    ),
  );
  readonly #policies = policiesOf(DEFAULT_POLICIES);
  readonly #performers = performers();
  #runs = 0;

  /**
   * One run keeps a text in a context; a later one of the same person and agent finds it by a search in a clean
   * context. Gives the label that the later context gets.
   *
   * @throws where memory cannot be written or found unasked: then nothing was tried.
   */
  async through(kept: Label, text: string, clean: Label, about: Actor, owners: readonly string[]) {
    const actor = { ...about, workspace: `ws_memory_${++this.#runs}` };
    await this.#perform('memory.write', { text }, kept, { ...actor, run: 'run_a' }, owners);
    const query = { query: text.slice(0, 200) };
    const found = await this.#perform('memory.search', query, clean, actor, owners);
    if (!JSON.stringify(found.value).includes('"text"'))
      throw new Error(`nothing was found in memory: ${JSON.stringify(found.value)}`);
    return labelOfAll(found);
  }

  async #perform(
    action: string,
    args: JsonObject,
    context: Label,
    actor: Actor,
    owners: readonly string[],
  ): Promise<Extract<Outcome, { kind: 'done' }>['result']> {
    const { descriptor, pin } = must(this.#actions.get(action), 'it is registered');
    const call: Call = {
      ...{ id: callId(actor.run, 1), actor, action, pin, args, context },
      ...{ connection: null, leaves: {} },
    };
    const verdict = decide(call, this.#situation());
    if (verdict.kind !== 'allowed') throw new Error(`${action} is ${verdict.kind}`);
    const granted: Granted = { call, callHash: '', descriptor };
    const performer = must(this.#performers.get(action), 'it is performed');
    const outcome = labelResult(await performer(granted, QUIET), granted, {
      owners,
      redact: (text) => text,
    });
    if (outcome.kind !== 'done') throw new Error(`${action} is ${outcome.kind}`);
    return outcome.result;
  }

  #situation(): Parameters<typeof decide>[1] {
    const tools = [...this.#actions.values()].map(({ descriptor, pin, input }) => ({
      ...{ action: descriptor.id, pin, connection: null },
      ...{ description: descriptor.description, input },
    }));
    return {
      ...{ now: NOW, actions: this.#actions, tools, policies: this.#policies },
      grant: {
        ...{ actions: tools.map(({ action }) => action), connections: [], ancestors: [] },
        expiresAt: NOW + 86_400_000,
      },
      ...{ connection: null, material: [], endorsements: [], standing: [], earlier: [] },
      ...{ intent: null, approval: null, ownAddresses: [], callsSoFar: 0 },
    };
  }
}

const QUIET = {
  signal: new AbortController().signal,
  sending: () => undefined,
  onDelta: () => undefined,
};

function performers(): Performers {
  const never = () => {
    throw new Error('memory dials nothing and reads no file');
  };
  let count = 0;
  const powers = {
    now: () => NOW,
    randomBytes: (length: number) => {
      count += 1;
      return Uint8Array.from({ length }, (_, at) => (count >> (5 * (at % 6))) & 31);
    },
  };
  return builtInPerformers({
    memories: createMemoryMemoryStore(memoryRecord(powers), powers),
    ...{ pace: null, now: () => NOW, objects: { get: never } },
    broker: { fetch: never, smtp: never },
    tables: {
      tables: never,
      create: never,
      insert: never,
      query: never,
      update: never,
      remove: never,
    },
    cases: { create: never, comment: never, list: never, get: never },
    ...{ findConnection: never, mailboxes: never, readScript: never },
  });
}
