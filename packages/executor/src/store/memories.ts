import {
  type JsonObject,
  type LeafLabels,
  MEMORY_DAYS,
  type MemoryHit,
  type MemoryPlace,
  type MemoryStore,
  type Performed,
} from '@countersign/contract';
import { numberArg, textArg } from '../arguments.ts';
import { failed } from '../failures.ts';
import type { Performer } from '../performer.ts';
import { callLabel } from './call-label.ts';

/**
 * Performers of the actions on memory, by action id. Whose memory it is says the grant alone: the person and the
 * agent that the call acts for. Writes are keyed by the call's id.
 */
export function memoryPerformers(memories: MemoryStore): ReadonlyMap<string, Performer> {
  const actions: Readonly<Record<string, Performer>> = {
    'memory.write': async ({ call }, { sending }) => {
      const { workspace, person, agent, run } = call.actor;
      const supersedes = textArg(call.args, 'supersedes');
      const draft = {
        ...{ person, agent, run, call: call.id, label: callLabel(call) },
        text: textArg(call.args, 'text'),
        supersedes: supersedes === '' ? null : supersedes,
        days: numberArg(call.args, 'expiresInDays', MEMORY_DAYS.usual),
      };
      sending();
      const written = await memories.write(workspace, draft, call.id);
      if (written.kind === 'unknown') return failed('MEMORY_UNKNOWN');
      if (written.kind === 'full') return failed('MEMORY_FULL');
      const { id, status, expiresAt } = written.item;
      return done({ memory: { id, status, expiresAt: timeOf(expiresAt) } }, [id]);
    },

    'memory.search': async ({ call }) => {
      const hits = await memories.search(
        call.actor.workspace,
        placeOf(call.actor),
        textArg(call.args, 'query'),
        numberArg(call.args, 'limit', 5),
      );
      const stored = hits.map(({ item: { label } }, at) => ({
        [`/items/${at}/text`]: label,
        [`/items/${at}/expiresAt`]: label,
      }));
      const ids = hits.map(({ item }) => item.id);
      return done({ items: hits.map(shown) }, ids, Object.assign({}, ...stored));
    },

    'memory.forget': async ({ call }, { sending }) => {
      const id = textArg(call.args, 'id');
      const { workspace } = call.actor;
      sending();
      const forgotten = await memories.forget(workspace, placeOf(call.actor), id, call.id, call.id);
      return done({ id, forgotten }, [id]);
    },
  };
  return new Map(Object.entries(actions));
}

function placeOf({ person, agent }: MemoryPlace): MemoryPlace {
  return { person, agent };
}

function done(result: JsonObject, sources: readonly string[], stored: LeafLabels = {}): Performed {
  return { kind: 'done', result, usage: {}, sources, stored };
}

function shown({ item }: MemoryHit): JsonObject {
  const { id, text, status, createdAt, expiresAt } = item;
  const times = { createdAt: timeOf(createdAt), expiresAt: timeOf(expiresAt) };
  return { id, text: text ?? '', status, ...times };
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
