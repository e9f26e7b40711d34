import { type Json, must, type Sha256 } from '@countersign/contract';
import type { Tenant } from '../postgres/tenant.ts';
import { assertSameRequest, requestDigest } from './keyed.ts';

/**
 * Runs `write` in the tenant's transaction where the key is new in the workspace, else gives what it
 * answered then. A second writer waits for the first one's transaction; where that one is rolled back,
 * the second writes.
 *
 * @param request all that decides what is written.
 * @throws faults `RECORD_KEY_REUSED`, and whatever `write` throws; the key is then still new.
 */
export async function once<T>(
  tenant: Tenant,
  workspace: string,
  key: string,
  request: Json,
  write: () => Promise<T>,
): Promise<T> {
  const digest = requestDigest(key, request);
  const taken = await tenant.query(
    'insert into keyed_write (workspace, key, request) values ($1, $2, $3) on conflict do nothing',
    [workspace, key, digest],
  );
  if (taken.rowCount === 0) return await answerOf(tenant, workspace, key, digest);
  const answer = await write();
  await tenant.query('update keyed_write set answer = $3 where workspace = $1 and key = $2', [
    workspace,
    key,
    JSON.stringify(answer),
  ]);
  return answer;
}

async function answerOf<T>(
  tenant: Tenant,
  workspace: string,
  key: string,
  digest: Sha256,
): Promise<T> {
  // The answer of one key has the type of the operation that the request names, and requests are compared.
  const { rows } = await tenant.query<{ request: Sha256; answer: T }>(
    'select request, answer from keyed_write where workspace = $1 and key = $2',
    [workspace, key],
  );
  const before = must(rows[0], 'a key that is taken has a row');
  assertSameRequest(before.request, digest, key);
  return before.answer;
}
