import type { Doors } from '../doors.ts';
import { type Route, route } from '../route.ts';
import { rules } from '../schemas/settings.ts';

/** What a workspace demands of its people. */
export function rulesRoutes({ config }: Pick<Doors, 'config'>): readonly Route[] {
  return [
    route({
      name: 'GET /api/v1/workspaces/{ws}/rules',
      summary: 'What the workspace demands of its people.',
      tag: 'settings',
      answers: rules,
      handle: ({ access }) => config.rules(access.workspace),
    }),
    route({
      name: 'PUT /api/v1/workspaces/{ws}/rules',
      summary:
        'Change it, as an owner. With `separateDuties` nobody answers the questions of their own runs.',
      tag: 'settings',
      body: rules,
      answers: rules,
      handle: async ({ access, body }) => {
        await config.putRules(access.workspace, body, access.caller.person);
        return body;
      },
    }),
  ];
}
