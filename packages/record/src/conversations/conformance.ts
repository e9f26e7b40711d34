import {
  type AgentSnapshot,
  type IdPowers,
  type JsonObject,
  label,
  type Message,
  newId,
  type RecordStore,
  type RunResult,
} from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import type { ConversationStore } from './port.ts';

/** How the suite gets a store, the record its runs are in, and powers whose clock only the suite moves. */
export interface ConversationStoreUnderTest {
  readonly store: () => ConversationStore;
  readonly record: () => Pick<RecordStore, 'commit'>;
  readonly clock: { now: number };
  readonly powers: IdPowers;
}

const agent: AgentSnapshot = {
  id: 'agt_1',
  version: 1,
  definition: {
    name: 'Triage',
    description: '',
    instructions: '',
    model: { connection: 'con_1', name: 'scripted', maxOutputTokens: 100 },
    tools: [],
    opening: '',
    suggestions: [],
    limits: {},
    questionTtlMs: 86_400_000,
  },
  tools: [],
};
const draft = { agent: 'agt_1', person: 'usr_ada', title: 'Mail of today' };
const principal = label('principal', ['user:usr_ada']);
const tainted = label('untrusted', ['user:usr_ada'], ['mail:1#/body']);

const said = (text: string): Message => ({ role: 'user', text, label: principal });
const answer = (text: string): Message => ({
  role: 'assistant',
  text,
  calls: [],
  label: tainted,
});
const answered = (text: string): RunResult => ({ kind: 'answered', text, label: tainted });

let counter = 0;
const fresh = (what: string) => `${what}_${++counter}`;

/** What every {@link ConversationStore} does. */
export function conversationStoreConformance(
  name: string,
  { store, record, clock, powers }: ConversationStoreUnderTest,
): void {
  /** A run of a conversation in which these messages were said; ended unless there is no result. */
  async function run(
    workspace: string,
    conversation: string | null,
    messages: readonly Message[],
    result: RunResult | null,
  ): Promise<void> {
    const id = newId('run', powers);
    const actor = {
      ...{ workspace, person: 'usr_ada', roles: ['user'] as const },
      ...{ agent: 'agt_1', agentVersion: 1, run: id },
    };
    const grant = { actions: [], connections: [], expiresAt: 9e12, ancestors: [] };
    const trigger = { kind: 'chat', by: 'usr_ada' } as const;
    const start = { actor, grant, agent, trigger, conversation };
    const history = [said('what was said before')];
    // The payload of an event's entry is the event; its interfaces have no index signature.
    const event = { kind: 'run.started', start, history, messages } as unknown as JsonObject;
    clock.now += 1;
    await record().commit({
      workspace,
      entries: [{ kind: 'run.started', run: id, call: null, ref: {}, payload: event }],
      create: { id, start, title: 'A run', lease: null },
    });
    if (result === null) return;
    const payload = { result } as unknown as JsonObject;
    await record().commit({
      workspace,
      entries: [{ kind: 'run.ended', run: id, call: null, ref: {}, payload }],
      advance: { id, fence: null, status: 'ended', result },
    });
  }

  describe(`${name} keeps conversations`, () => {
    test('newest first; something happening in one makes it the newest', async () => {
      const ws = fresh('ws');
      const made = [];
      for (const title of ['one', 'two', 'three']) {
        clock.now += 10;
        made.push(await store().createConversation(ws, { ...draft, title }));
      }
      clock.now += 10;
      expect(await store().touch(ws, made[0]?.id ?? '')).toBe(true);
      const { items, next } = await store().conversations(ws, null, { limit: 10 });
      expect(items.map(({ title }) => title)).toEqual(['one', 'three', 'two']);
      expect(items[0]).toEqual({ ...made[0], updatedAt: clock.now });
      expect(next).toBeNull();
      expect(await store().conversation(ws, made[1]?.id ?? '')).toEqual(made[1]);
    });

    test('in pages without a gap, also where many share a millisecond', async () => {
      const ws = fresh('ws');
      const ids = new Set<string>();
      for (let n = 0; n < 7; n++) ids.add((await store().createConversation(ws, draft)).id);
      const seen: string[] = [];
      let before: string | null = null;
      do {
        const page: Awaited<ReturnType<ConversationStore['conversations']>> =
          await store().conversations(ws, null, {
            limit: 3,
            ...(before === null ? {} : { before }),
          });
        seen.push(...page.items.map(({ id }) => id));
        before = page.next;
      } while (before !== null);
      expect(seen).toHaveLength(7);
      expect(new Set(seen)).toEqual(ids);
    });

    test('of one person, or of everybody', async () => {
      const ws = fresh('ws');
      await store().createConversation(ws, draft);
      const bobs = await store().createConversation(ws, { ...draft, person: 'usr_bob' });
      const found = await store().conversations(ws, 'usr_bob', { limit: 10 });
      expect(found.items).toEqual([bobs]);
      expect((await store().conversations(ws, null, { limit: 10 })).items).toHaveLength(2);
      expect((await store().conversations(ws, 'usr_eve', { limit: 10 })).items).toEqual([]);
    });

    test('with a title cut from what somebody wrote, wherever it was cut', async () => {
      const ws = fresh('ws');
      const cut = { ...draft, title: 'a\0b 👋'.slice(0, 5) };
      expect((await store().createConversation(ws, cut)).title).toBe('a\uFFFDb \uFFFD');
    });

    test('a place that no page named is refused', async () => {
      const page = store().conversations('ws_a', null, { limit: 1, before: "1' or 1=1" });
      await expect(page).rejects.toMatchObject({ code: 'RECORD_CURSOR_UNKNOWN' });
    });

    test('to one workspace', async () => {
      const ws = fresh('ws');
      const { id } = await store().createConversation(ws, draft);
      const other = fresh('ws');
      expect((await store().conversations(other, null, { limit: 10 })).items).toEqual([]);
      expect(await store().conversation(other, id)).toBeNull();
      expect(await store().touch(other, id)).toBe(false);
    });
  });

  describe(`${name} tells what was said`, () => {
    test('all that the person said and the answers, oldest first, with their labels', async () => {
      const ws = fresh('ws');
      const pasted: Message = { ...said('pasted'), label: tainted };
      await run(ws, 'cnv_1', [said('first'), pasted], answered('one'));
      await run(ws, 'cnv_1', [said('second')], answered('two'));
      await run(ws, 'cnv_2', [said('elsewhere')], answered('no'));
      await run(ws, null, [said('nowhere')], answered('no'));
      expect(await store().historyOf(ws, 'cnv_1', 100)).toEqual([
        ...[said('first'), pasted, answer('one')],
        ...[said('second'), answer('two')],
      ]);
    });

    test('of runs that have ended; of one that failed what the person said', async () => {
      const ws = fresh('ws');
      await run(ws, 'cnv_1', [said('first')], { kind: 'failed', code: 'X', reason: 'broke' });
      await run(ws, 'cnv_1', [said('second')], { kind: 'cancelled', by: 'usr_ada', reason: '' });
      await run(ws, 'cnv_1', [said('third')], answered('three'));
      await run(ws, 'cnv_1', [said('still running')], null);
      expect(await store().historyOf(ws, 'cnv_1', 100)).toEqual([
        ...[said('first'), said('second'), said('third'), answer('three')],
      ]);
    });

    test('the newest messages only, and never an answer without what it answers', async () => {
      const ws = fresh('ws');
      for (const n of [1, 2, 3]) await run(ws, 'cnv_1', [said(`q${n}`)], answered(`a${n}`));
      const texts = async (limit: number) =>
        (await store().historyOf(ws, 'cnv_1', limit)).map((message) =>
          message.role === 'tool' ? '' : message.text,
        );
      expect(await texts(4)).toEqual(['q2', 'a2', 'q3', 'a3']);
      expect(await texts(3)).toEqual(['q3', 'a3']);
      expect(await texts(1)).toEqual([]);
    });

    test('with words that no database text could hold', async () => {
      const ws = fresh('ws');
      await run(ws, 'cnv_1', [said('a\0b')], answered('c\0d'));
      expect(await store().historyOf(ws, 'cnv_1', 10)).toEqual([said('a\0b'), answer('c\0d')]);
    });

    test('to its own workspace', async () => {
      const ws = fresh('ws');
      await run(ws, 'cnv_1', [said('first')], answered('one'));
      expect(await store().historyOf(fresh('ws'), 'cnv_1', 10)).toEqual([]);
    });
  });
}
