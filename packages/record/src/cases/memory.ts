import {
  type CaseComment,
  type CaseRecord,
  type CaseStore,
  type IdPowers,
  newId,
} from '@countersign/contract';
import { assertLimit } from '../config/limit.ts';
import { jsonOf } from '../config/storable.ts';
import { createMemoryKeyedWrites } from '../tables/memory-keyed.ts';
import { assertCase, assertComment, assertRoom, numberOf } from './shape.ts';

interface Case {
  readonly record: CaseRecord;
  readonly comments: CaseComment[];
}

/** Case records in memory, for tests and trials. */
export function createMemoryCaseStore(powers: IdPowers): CaseStore {
  const byWorkspace = new Map<string, Case[]>();
  const keyed = createMemoryKeyedWrites();

  const casesOf = (workspace: string): Case[] => {
    const cases = byWorkspace.get(workspace) ?? [];
    byWorkspace.set(workspace, cases);
    return cases;
  };
  const find = (workspace: string, idOrNumber: string): Case | undefined => {
    const number = numberOf(idOrNumber);
    return casesOf(workspace).find(({ record }) =>
      number === null ? record.id === idOrNumber : record.number === number,
    );
  };

  return {
    async create(workspace, draft, key) {
      assertCase(draft);
      return keyed.once(workspace, key, jsonOf({ createCase: draft }), () => {
        const cases = casesOf(workspace);
        const record: CaseRecord = {
          ...structuredClone(draft),
          id: newId('case', powers),
          number: cases.length + 1,
          status: 'new',
          createdAt: powers.now(),
        };
        cases.push({ record, comments: [] });
        return record;
      });
    },
    async comment(workspace, draft, key) {
      assertComment(draft);
      return keyed.once(workspace, key, jsonOf({ comment: draft }), () => {
        const found = find(workspace, draft.case);
        if (found === undefined) return null;
        assertRoom(found.comments.length);
        const comment: CaseComment = {
          ...structuredClone(draft),
          case: found.record.id,
          id: newId('comment', powers),
          at: powers.now(),
        };
        found.comments.push(comment);
        return comment;
      });
    },
    async list(workspace, limit) {
      assertLimit(limit);
      return casesOf(workspace)
        .map(({ record }) => record)
        .reverse()
        .slice(0, limit);
    },
    async get(workspace, idOrNumber) {
      const found = find(workspace, idOrNumber);
      return found === undefined ? null : structuredClone(found);
    },
  };
}
