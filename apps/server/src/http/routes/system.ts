import type { HealthView } from '@countersign/contract';
import { z } from 'zod';
import type { Caller } from '../caller.ts';
import type { Doors } from '../doors.ts';
import { type Route, route } from '../route.ts';
import { health } from '../schemas/data.ts';
import { me } from '../schemas/settings.ts';

/** Milliseconds for which a state of health is believed: anyone may ask for it, as often as they like. */
const HEALTH_AGE = 1000;

/** Whether it works, who is asking, and whether anybody has an account yet. */
export function systemRoutes(doors: Doors): readonly Route[] {
  const healthNow = remembered(doors);
  return [
    route({
      name: 'GET /health',
      summary: 'Whether the server can do its work; 503 where it cannot.',
      tag: 'system',
      answers: z.object({ ok: z.boolean(), now: z.int() }),
      handle: async () => {
        const { ok, now } = await healthNow();
        const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
        return new Response(JSON.stringify({ ok, now }), { status: ok ? 200 : 503, headers });
      },
    }),
    route({
      name: 'GET /api/v1/health',
      summary: 'The state of each part.',
      tag: 'system',
      answers: health,
      handle: async () => {
        const { parts, ...rest } = await healthNow();
        return { ...rest, parts: [...parts] };
      },
    }),
    route({
      name: 'GET /api/v1/setup',
      summary: 'Whether the first account is still to be made, with the code printed at the start.',
      tag: 'system',
      answers: z.object({ needed: z.boolean() }),
      handle: async () => ({ needed: await doors.auth.needsSetup() }),
    }),
    route({
      name: 'GET /api/v1/me',
      summary: 'Who is asking, and where they belong.',
      tag: 'system',
      answers: me,
      handle: ({ access }) => meOf(doors, access.caller),
    }),
  ];
}

async function meOf(doors: Doors, caller: Caller) {
  const all = await doors.config.workspacesOf(caller.person);
  // A key is of one workspace, and need not know where else its person is at home.
  const seen =
    caller.kind === 'session' ? all : all.filter(({ id }) => id === caller.key.workspace);
  const person =
    caller.kind === 'session'
      ? { id: caller.person, name: caller.session.name, email: caller.session.email }
      : await personOf(doors, caller.key.workspace, caller.person);
  return {
    person,
    via: caller.kind,
    workspaces: seen.map(({ id, name, role }) => ({ id, name, role })),
  };
}

async function personOf(doors: Doors, workspace: string, id: string) {
  const member = await doors.config.member(workspace, id);
  return { id, name: member?.name ?? '', email: member?.email ?? '' };
}

function remembered(doors: Doors): () => Promise<HealthView> {
  let last: { readonly at: number; readonly view: Promise<HealthView> } | null = null;
  return () => {
    const now = doors.clock.now();
    if (last === null || now - last.at >= HEALTH_AGE || now < last.at) {
      last = { at: now, view: stateOf(doors, now) };
    }
    return last.view;
  };
}

/** A part that cannot even be asked is a part that does not work. */
async function stateOf(doors: Doors, now: number): Promise<HealthView> {
  try {
    return await doors.health();
  } catch {
    const parts = [{ name: 'health', ok: false, detail: 'The state could not be found out.' }];
    return { ok: false, version: '', now, parts };
  }
}
