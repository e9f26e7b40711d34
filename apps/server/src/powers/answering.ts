import type { ConfigStore } from '@countersign/contract';
import { mayAnswer } from '@countersign/gateway';
import type { Checks } from '../http/doors.ts';
import type { SettingsReader } from '../path/settings.ts';

/** Who may answer: nobody for their own run where duties are separate, and only whom the policies permit. */
export function createAnswering(
  config: Pick<ConfigStore, 'rules'>,
  settings: Pick<SettingsReader, 'of'>,
): Checks['answering'] {
  return async (workspace, { person, role }) => {
    // The rules are read at each answer: what an owner has just switched on counts for the next one.
    const [{ separateDuties }, { policies }] = await Promise.all([
      config.rules(workspace),
      settings.of(workspace),
    ]);
    return (question) => {
      if (separateDuties && question.requestedBy === person) return 'own';
      return mayAnswer(policies.ask, { person, roles: [role] }, question).allows ? null : 'policy';
    };
  };
}
