import type { Account } from '@countersign/contract';
import { z } from 'zod';
import { failure } from '../answer.ts';
import type { Doors } from '../doors.ts';
import { type Route, route } from '../route.ts';
import { audit, checkpoint, ledgerKey, usage } from '../schemas/data.ts';

/** The log as outsiders check it, and what has been used. */
export function ledgerRoutes(doors: Doors): readonly Route[] {
  const { ledger, reader } = doors;
  const auditOnce = shared(ledger.audit);
  return [
    route({
      name: 'GET /api/v1/workspaces/{ws}/ledger/checkpoint',
      summary: 'The signed head of the log as it is now.',
      tag: 'ledger',
      answers: checkpoint,
      handle: ({ access }) => ledger.checkpoint(access.workspace),
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/ledger/key',
      summary: 'The public key that checkpoints and proofs are checked with.',
      tag: 'ledger',
      answers: ledgerKey,
      handle: async ({ access }) => ({ verifierKey: await ledger.verifierKey(access.workspace) }),
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/ledger/export',
      summary:
        'The whole log as files to check offline: lines of `{path, bytes}`, bytes in base64.',
      tag: 'ledger',
      answers: 'application/x-ndjson',
      handle: ({ access, request, requestId }) =>
        Promise.resolve(
          lines(ledger.export(access.workspace), (error) =>
            doors.report(failure(request, requestId, error)),
          ),
        ),
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/ledger/audit',
      summary: 'Checks the log as it is stored against itself and all that was ever signed.',
      tag: 'ledger',
      answers: audit,
      handle: async ({ access }) => {
        const { size, findings } = await auditOnce(access.workspace);
        return { size, findings: [...findings] };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/usage',
      summary:
        'What has been used of the workspace’s and your own budgets; all agents’ for an admin.',
      tag: 'ledger',
      query: z.strictObject({}),
      answers: usage,
      handle: async ({ access }) => {
        const { workspace, caller, others } = access;
        const [whole, own, agents] = await Promise.all([
          reader.account(workspace, `workspace:${workspace}`),
          reader.account(workspace, `person:${caller.person}`),
          others ? agentAccounts(doors, workspace) : [],
        ]);
        return { workspace: whole, person: own, agents };
      },
    }),
  ];
}

async function agentAccounts(
  { config, reader }: Doors,
  workspace: string,
): Promise<readonly { readonly agent: string; readonly account: Account }[]> {
  const agents = await config.agents(workspace);
  const accounts = await Promise.all(
    agents.map(async ({ id }) => ({
      agent: id,
      account: await reader.account(workspace, `agent:${id}`),
    })),
  );
  return accounts.flatMap(({ agent, account }) => (account === null ? [] : [{ agent, account }]));
}

/** An audit reads the whole log: those who ask while one is under way wait for that one. */
function shared<T>(work: (workspace: string) => Promise<T>): (workspace: string) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (workspace) => {
    const mine =
      underWay.get(workspace) ?? work(workspace).finally(() => underWay.delete(workspace));
    underWay.set(workspace, mine);
    return mine;
  };
}

type Pieces = ReturnType<Doors['ledger']['export']>;

/** Lines as they are made: a log is larger than memory. The reader's pace is the writer's. */
function lines(source: Pieces, failed: (error: unknown) => void): Response {
  const iterator = source[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done) return controller.close();
        const bytes = Buffer.from(value.bytes).toString('base64');
        controller.enqueue(encoder.encode(`${JSON.stringify({ path: value.path, bytes })}\n`));
      } catch (error) {
        // The status is long sent; a torn connection is the only way left to say that lines are missing.
        failed(error);
        controller.error(error);
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  const headers = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' };
  return new Response(body, { headers });
}
