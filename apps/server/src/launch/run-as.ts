import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** As whom Postgres runs. It refuses to be root, so root must become somebody else without losing its files. */
export type RunAs =
  /** We are not root: as ourselves. */
  | { readonly kind: 'self' }
  /** In a user namespace in which we are called `nobody`: all files stay ours, a 0700 folder above does not matter. */
  | { readonly kind: 'namespace' }
  /** As another user, who must be able to reach everything. */
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number }
  /** As another user who passes through closed folders, where namespaces are forbidden as in most containers. */
  | { readonly kind: 'passing'; readonly uid: number; readonly gid: number };

/** A program with all that decides as whom it runs. */
export interface Invocation {
  readonly command: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** `nobody`: owns nothing else. */
const NOBODY = 65_534;
const NAMESPACE = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];

/** What this machine lets us do; each probe starts a program, so a caller asks once. */
export interface Abilities {
  readonly root: boolean;
  /** `unshare` may make a user namespace. */
  namespace(): boolean;
  /** `setpriv` may give another user the right to pass closed folders. */
  passing(): boolean;
  /** Whether a user who owns nothing could read below this path. */
  reachable(path: string): boolean;
}

/**
 * Chooses for a cluster that `owner` owns, or that is yet to be made (null). A cluster stays its owner's: to start once
 * as root must not lock its user out.
 * @returns null where there is no way
 */
export function chooseRunAs(
  can: Abilities,
  owner: { readonly uid: number; readonly gid: number } | null,
  paths: readonly string[],
): RunAs | null {
  if (!can.root) return { kind: 'self' };
  if ((owner === null || owner.uid === 0) && can.namespace()) return { kind: 'namespace' };
  const user = owner === null || owner.uid === 0 ? { uid: NOBODY, gid: NOBODY } : owner;
  if (paths.every((path) => can.reachable(path))) return { kind: 'user', ...user };
  return can.passing() ? { kind: 'passing', ...user } : null;
}

/** How to start a program as somebody. `mortal`: it is asked to end when we die, where the system can do that. */
export function invocation(
  as: RunAs,
  command: string,
  args: readonly string[],
  mortal: boolean,
): Invocation {
  // Postgres takes SIGTERM as “end when the last client has left”: the server's and the broker's drain comes first.
  const [first = command, ...rest] = mortal
    ? ['setpriv', '--pdeathsig', 'TERM', '--', command, ...args]
    : [command, ...args];
  switch (as.kind) {
    case 'self':
      return { command: first, args: rest };
    case 'namespace':
      return { command: 'unshare', args: [...NAMESPACE, '--', first, ...rest] };
    case 'user':
      return { command: first, args: rest, uid: as.uid, gid: as.gid };
    case 'passing':
      return { command: 'setpriv', args: [...passing(as), '--', first, ...rest] };
  }
}

/**
 * access(2) drops the capabilities of a user who is not root unless `no_setuid_fixup` is set, and initdb asks
 * access(2) whether it may run the server.
 */
function passing({ uid, gid }: { readonly uid: number; readonly gid: number }): string[] {
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
}

/** Asks this machine. */
export function abilities(): Abilities {
  return {
    root: process.getuid?.() === 0,
    namespace: () => succeeds('unshare', [...NAMESPACE, '--', 'true']),
    passing: () => succeeds('setpriv', [...passing({ uid: NOBODY, gid: NOBODY }), '--', 'true']),
    reachable,
  };
}

/** Whether `setpriv` can tie a program's life to ours. */
export function canTieLives(): boolean {
  return process.platform === 'linux' && succeeds('setpriv', ['--pdeathsig', 'TERM', '--', 'true']);
}

/** Every folder above lets others pass. */
function reachable(path: string): boolean {
  const open = (statSync(path).mode & 0o005) === 0o005;
  const above = dirname(path);
  return above === path ? open : open && passable(above);
}

function passable(path: string): boolean {
  const open = (statSync(path).mode & 0o001) === 0o001;
  const above = dirname(path);
  return above === path ? open : open && passable(above);
}

function succeeds(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
