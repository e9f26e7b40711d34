import type { Me } from '@countersign/contract';
import { ApiError } from './api-error.ts';
import type { Asked, Transport } from './transport.ts';

/** A workspace on a server: where the paths of its things begin. */
export interface Place {
  readonly transport: Transport;
  /** Its id. Looked up once where the client was not told it. */
  id(): Promise<string>;
  path(below: string): Promise<string>;
  json<T>(below: string, asked?: Asked): Promise<T>;
  /** The items of a list. */
  items<T>(below: string, query?: Asked['query']): Promise<readonly T[]>;
}

/** The workspace of an id; without one, the only workspace that the caller belongs to. */
export function placeAt(transport: Transport, workspace: string | undefined): Place {
  let known: Promise<string> | null = null;
  const id = () => {
    known ??= workspace === undefined ? onlyOne(transport) : Promise.resolve(workspace);
    // A failed look-up is made again by the next call.
    known.catch(() => {
      known = null;
    });
    return known;
  };
  const path = async (below: string) =>
    `/api/v1/workspaces/${encodeURIComponent(await id())}/${below}`;
  const json = async <T>(below: string, asked?: Asked) =>
    transport.json<T>(await path(below), asked);
  return {
    transport,
    id,
    path,
    json,
    items: async <T>(below: string, query?: Asked['query']) =>
      (await json<{ items: readonly T[] }>(below, query === undefined ? {} : { query })).items,
  };
}

async function onlyOne(transport: Transport): Promise<string> {
  const { workspaces } = await transport.json<Me>('/api/v1/me');
  const [first, second] = workspaces;
  if (first === undefined) {
    const message = 'You belong to no workspace yet; ask for an invitation.';
    throw new ApiError({ status: 0, code: 'NO_WORKSPACE', message });
  }
  if (second !== undefined) {
    const message = `You belong to several workspaces; name one of ${workspaces.map((one) => one.id).join(', ')}.`;
    throw new ApiError({ status: 0, code: 'WORKSPACE_UNNAMED', message });
  }
  return first.id;
}
