import type { Doors } from '../doors.ts';
import { type Route, route } from '../route.ts';
import { rules, rulesBody } from '../schemas/settings.ts';

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
        'Change it, as an owner. With `separateDuties` nobody answers the questions of their own runs, with `policyTwoPersons` nobody changes the policies alone; in a `sandbox` nothing is real.',
      tag: 'settings',
      body: rulesBody,
      answers: rules,
      handle: async ({ access, body }) => {
        const known = await config.rules(access.workspace);
        const { separateDuties, policyTwoPersons, sandbox } = body;
        const changed = {
          separateDuties,
          policyTwoPersons: policyTwoPersons ?? known.policyTwoPersons,
          sandbox: sandbox ?? known.sandbox,
        };
        await config.putRules(access.workspace, changed, access.caller.person);
        return changed;
      },
    }),
  ];
}
