import { bodyOf, error } from './answers.ts';
import { CATALOG } from './fixtures/catalog.ts';
import { AGENTS, CONVERSATIONS, RUNS } from './fixtures/data.ts';
import { startOf } from './fixtures/people.ts';
import { proofOf, VERIFIER_KEY } from './fixtures/proof.ts';
import { Script } from './fixtures/script.ts';
import type { GalleryRoute } from './route-table.ts';
import type { Scene } from './scenes.ts';
import { storiesOf } from './stories.ts';
import { liveStream, streamOf } from './stream.ts';

/** Agents, runs, conversations and the ledger of a scene. */
export function workRoutes(scene: Scene): readonly GalleryRoute[] {
  const has = scene.has ?? 'example';
  const agents = has === 'nothing' ? [] : AGENTS;
  const runs = has === 'example' ? RUNS : [];
  const entriesOf = storiesOf(scene);
  return [
    ['GET', /^agents$/, () => ({ items: agents })],
    ['POST', /^agents$/, () => ({ id: 'agt_digest', revision: 1 })],
    ['GET', /^agents\/([^/]+)$/, ([id]) => agents.find((agent) => agent.id === id) ?? null],
    ['PUT', /^agents\/([^/]+)$/, ([id], init) => saved(id, bodyOf(init))],
    ['POST', /^agents\/([^/]+)\/publish$/, ([id]) => ({ id, version: 2 })],
    ['GET', /^actions$/, () => ({ items: CATALOG })],
    ['POST', /^runs$/, () => ({ run: 'run_live', duplicate: false, conversation: 'cnv_live' })],
    [
      'GET',
      /^runs$/,
      (_, __, url) => {
        const status = url.searchParams.get('status');
        return {
          items: runs.filter((run) => status === null || run.status === status),
          next: null,
        };
      },
    ],
    ['GET', /^runs\/([^/]+)$/, ([id]) => RUNS.find((run) => run.id === id) ?? null],
    [
      'GET',
      /^runs\/([^/]+)\/stream$/,
      ([id = ''], init, url) => {
        const after = Number(url.searchParams.get('after') ?? -1);
        if (id === 'run_live')
          return liveStream(new Script(startOf(id, null), Date.now() - 4000), after, init?.signal);
        return streamOf(entriesOf(id), after, id !== 'run_open', init?.signal);
      },
    ],
    ['POST', /^runs\/([^/]+)\/cancel$/, () => ({ outcome: 'cancelled' })],
    ['GET', /^runs\/([^/]+)\/proof$/, ([id = '']) => proofOf(id, entriesOf(id))],
    ['GET', /^conversations$/, () => ({ items: runs.length > 0 ? CONVERSATIONS : [], next: null })],
    [
      'GET',
      /^conversations\/([^/]+)$/,
      ([id]) => {
        const conversation = CONVERSATIONS.find((one) => one.id === id);
        return conversation
          ? { conversation, runs: RUNS.filter((run) => run.conversation === id) }
          : null;
      },
    ],
    [
      'GET',
      /^ledger\/checkpoint$/,
      async () => {
        const { checkpoint } = await proofOf('run_done', entriesOf('run_done'));
        const [origin, size, root = ''] = checkpoint.split('\n');
        return { origin, size: Number(size), root: hexOf(root), note: checkpoint };
      },
    ],
    ['GET', /^ledger\/key$/, () => ({ verifierKey: VERIFIER_KEY })],
    ['GET', /^ledger\/audit$/, () => ({ size: 128, findings: [] })],
  ];
}

function saved(id: string | undefined, body: ReturnType<typeof bodyOf>): unknown {
  if (body.revision === 7)
    return error(409, 'HTTP_CONFLICT', 'Somebody changed it in the meantime.');
  if (body.draft?.name === '') {
    const message = 'The field `draft.name` must not be empty.';
    return error(400, 'HTTP_INVALID', message, 'draft.name');
  }
  return { id, revision: Number(body.revision) + 1 };
}

function hexOf(base64: string): string {
  return Array.from(atob(base64), (char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join(
    '',
  );
}
