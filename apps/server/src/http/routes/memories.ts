import type { MemoryItem, MemoryReview, MemoryReviewed } from '@countersign/contract';
import type { Membership } from '../caller.ts';
import type { Doors } from '../doors.ts';
import { httpFault } from '../errors.ts';
import { type Route, route } from '../route.ts';
import {
  memoriesQuery,
  memoryDeletion,
  memoryEdit,
  memoryItem,
  memoryPage,
  restoredMemories,
  rollbackAnswer,
  rollbackBody,
  rollbackRestore,
} from '../schemas/memories.ts';
import { idParams } from '../schemas/parameters.ts';
import { found, maySee, personFilter, visible } from '../visible.ts';

/** What agents remember, as people see, review and take it back. */
export function memoryRoutes(doors: Doors): readonly Route[] {
  const { memories } = doors;
  const memoryOf = async (access: Membership, id: string): Promise<MemoryItem> =>
    visible(access, await memories.memory(access.workspace, id), ({ person }) => person);
  const review = async (access: Membership, id: string, how: MemoryReview) => {
    await memoryOf(access, id);
    return done(await memories.review(access.workspace, id, how, access.caller.person));
  };
  return [
    route({
      name: 'GET /api/v1/workspaces/{ws}/memories',
      summary: 'What agents remember, newest first: for you, or for everybody as a responder.',
      tag: 'memories',
      query: memoriesQuery,
      answers: memoryPage,
      handle: async ({ access, query: { person, ...filter } }) => {
        if (person !== undefined && !maySee(access, person)) return { items: [], next: null };
        const page = await memories.memories(access.workspace, {
          ...given(filter),
          person: person ?? personFilter(access),
          limit: filter.limit,
        });
        return { items: [...page.items], next: page.next };
      },
    }),
    // Before those of one memory: `rollback` is no id.
    route({
      name: 'POST /api/v1/workspaces/{ws}/memories/rollback',
      summary:
        'Take away what has a source and all that was derived from it. Without `memories`, only show it.',
      tag: 'memories',
      body: rollbackBody,
      answers: rollbackAnswer,
      handle: ({ access, body }) => rollBack(doors, access, body.source, body.memories ?? null),
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/memories/rollback/restore',
      summary: 'Take a rollback back, as far as the texts are still there: for thirty days.',
      tag: 'memories',
      body: rollbackRestore,
      answers: restoredMemories,
      handle: async ({ access, body }) => {
        const { workspace, caller } = access;
        const person = personFilter(access);
        const { restoreRollback } = memories;
        return {
          items: [...(await restoreRollback(workspace, body.rollback, person, caller.person))],
        };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/memories/{id}',
      summary: 'One memory, with where it came from.',
      tag: 'memories',
      params: idParams,
      answers: memoryItem,
      handle: ({ access, params }) => memoryOf(access, params.id),
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/memories/{id}/approve',
      summary: 'Vouch for a memory that waits: from now on it is read as the principal’s own.',
      tag: 'memories',
      params: idParams,
      answers: memoryItem,
      handle: ({ access, params }) => review(access, params.id, 'approve'),
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/memories/{id}/reject',
      summary: 'Reject a memory that waits: it is read no more.',
      tag: 'memories',
      params: idParams,
      answers: memoryItem,
      handle: ({ access, params }) => review(access, params.id, 'reject'),
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/memories/{id}/edit',
      summary: 'Write a memory of your own words in place of another.',
      tag: 'memories',
      params: idParams,
      body: memoryEdit,
      answers: memoryItem,
      handle: async ({ access, params, body }) => {
        await memoryOf(access, params.id);
        const { person } = access.caller;
        return done(await memories.edit(access.workspace, params.id, body.text, person));
      },
    }),
    route({
      name: 'DELETE /api/v1/workspaces/{ws}/memories/{id}',
      summary: 'Delete a memory; it can be restored for ten minutes, or with `erase` never.',
      tag: 'memories',
      params: idParams,
      query: memoryDeletion,
      answers: memoryItem,
      handle: ({ access, params, query }) =>
        review(access, params.id, query.erase ? 'erase' : 'delete'),
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/memories/{id}/restore',
      summary: 'Bring back a memory that was deleted, rejected or rolled back, as it was.',
      tag: 'memories',
      params: idParams,
      answers: memoryItem,
      handle: ({ access, params }) => review(access, params.id, 'restore'),
    }),
  ];
}

async function rollBack(
  { memories }: Doors,
  access: Membership,
  source: string,
  shown: readonly string[] | null,
) {
  const { workspace, caller } = access;
  const wish = { source, person: personFilter(access) };
  if (shown === null) {
    const { items, untold } = await memories.rollbackPlan(workspace, wish);
    return { rollback: null, items: [...items], untold: [...untold] };
  }
  const outcome = await memories.rollBack(workspace, wish, shown, caller.person);
  if (outcome.kind === 'changed')
    throw httpFault('HTTP_CONFLICT', {
      message: `Meanwhile the rollback would take ${outcome.plan.items.length} memories, and you were shown ${shown.length}; look at them again.`,
    });
  return { rollback: outcome.rollback, items: [...outcome.items], untold: [] };
}

function done(reviewed: MemoryReviewed): MemoryItem {
  if (reviewed.kind === 'unfit') throw httpFault('HTTP_CONFLICT', { message: reviewed.why });
  return found(reviewed.kind === 'done' ? reviewed.item : null);
}

/** What of a filter was given. */
function given<T extends object>(filter: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Members that are undefined are left out, which is all that the type says.
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
