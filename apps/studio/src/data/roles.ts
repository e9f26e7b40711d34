import { ROLES, type Role } from '@countersign/contract';

/** Whether a role includes another: an owner may all that an admin may, and so on down. */
export function reaches(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(needed);
}

/** What each role is for, in a line. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: 'Everything, and gives the workspace away',
  admin: 'Members, connections, secrets and policy',
  builder: 'Makes and publishes agents',
  responder: 'Answers questions and sees everybody’s runs',
  user: 'Runs agents and answers for their own runs',
};
