import type pg from 'pg';
import { inWorkspace, type Tenant } from '../postgres/tenant.ts';

/** What is thrown through a transaction so that it is rolled back. */
class Undone<Answer> extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('nothing is to be changed');
    this.answer = answer;
  }
}

/**
 * One transaction whose work may find, after it has appended its entries, that there is nothing to do: what it hands to
 * `undo` is answered, and nothing is kept. Entries go first since they lock the log's head.
 */
export async function undoable<Answer>(
  pool: pg.Pool,
  workspace: string,
  work: (tenant: Tenant, undo: (answer: Answer) => never) => Promise<Answer>,
): Promise<Answer> {
  const undo = (answer: Answer): never => {
    throw new Undone(answer);
  };
  try {
    return await inWorkspace(pool, workspace, (tenant) => work(tenant, undo));
  } catch (thrown) {
    // Thrown by this transaction's own `undo`, and so with this type.
    if (thrown instanceof Undone) return (thrown as Undone<Answer>).answer;
    throw thrown;
  }
}
