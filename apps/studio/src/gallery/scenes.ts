import type { Role } from '@countersign/contract';

/** What the gallery's server does differently from an ordinary one. */
export interface Scene {
  readonly name: string;
  readonly what: string;
  readonly role?: Role;
  readonly has?: 'example' | 'nothing-run' | 'nothing';
  readonly answers?: 'well' | 'never' | 'with-500' | 'not-at-all';
  readonly asks?: 'usual' | 'hostile' | 'lost' | 'barred';
  readonly race?: boolean;
  readonly signedIn?: 'yes' | 'no' | 'needs-setup' | 'until-asked';
  readonly long?: boolean;
}

/** Every state the studio can be seen in. */
export const SCENES: readonly Scene[] = [
  { name: 'usual', what: 'The example, with two questions open' },
  { name: 'fresh', what: 'Before the first run', has: 'nothing-run' },
  { name: 'empty', what: 'Nothing at all', has: 'nothing' },
  { name: 'loading', what: 'A server that takes its time', answers: 'never' },
  { name: 'failing', what: 'A server that fails', answers: 'with-500' },
  { name: 'offline', what: 'No server', answers: 'not-at-all' },
  { name: 'hostile', what: 'A question that tries to be the page', asks: 'hostile' },
  { name: 'lost', what: 'An answer was lost', asks: 'lost' },
  { name: 'barred', what: 'Somebody else must answer', asks: 'barred' },
  { name: 'race', what: 'Somebody else answers first', race: true },
  { name: 'user', what: 'Somebody who may do little', role: 'user' },
  { name: 'long', what: 'A run of ten thousand entries', long: true },
  { name: 'signed-out', what: 'Nobody is signed in', signedIn: 'no' },
  { name: 'set-up', what: 'Nobody has an account', signedIn: 'needs-setup' },
  { name: 'expired', what: 'The session ends after a while', signedIn: 'until-asked' },
];
