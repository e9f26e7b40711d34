import { type PermissionView, unreachable } from '@countersign/contract';
import { COMMON, command, type Finish } from '../command.ts';
import { clientFor } from '../config.ts';
import { cliFault } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import type { Powers } from '../powers.ts';
import { oneLine } from '../printable.ts';
import { span, terminalOf } from '../terminal.ts';

/** Lists what agents may do without asking. */
export function permissionsList(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'list',
    description: 'List what agents may do without asking again.',
    args: {
      ...COMMON,
      all: { type: 'boolean', description: 'Also those that have ended.' },
    },
    async run(args) {
      const client = await clientFor(powers, args);
      const all = await client.permissions.list();
      const now = powers.now();
      const shown = all.filter((one) => args.all || isStanding(one, now));
      if (args.json) {
        powers.out(`${JSON.stringify(shown, null, 2)}\n`);
        return EXIT.ok;
      }
      const terminal = terminalOf(powers);
      if (shown.length === 0) terminal.line('Nothing stands: every value in doubt is asked about.');
      terminal.table(
        shown.map((one) => [
          one.id,
          one.agent,
          one.action,
          oneLine(`${one.pointer ?? ''} ${allowedBy(one)}`, 60),
          isStanding(one, now) ? `${span(one.expiresAt - now)} left` : 'ended',
          `${one.uses} used`,
        ]),
        (cell, column) => (column === 3 ? terminal.bold(cell) : terminal.dim(cell)),
      );
      return EXIT.ok;
    },
  });
}

/** Ends one: the next such call is asked about. */
export function permissionsRevoke(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'revoke',
    description: 'End a permission at once; the next such call is asked about.',
    args: {
      ...COMMON,
      permission: { type: 'positional', required: true, description: 'Id of the permission.' },
    },
    async run(args) {
      const client = await clientFor(powers, args);
      const { permission } = await client.permissions.get(args.permission);
      if (!isStanding(permission, powers.now())) {
        throw cliFault('CLI_PERMISSION', { message: 'The permission has ended already.' });
      }
      await client.permissions.revoke(permission.id);
      powers.out(
        args.json ? `${JSON.stringify({ revoked: permission.id })}\n` : 'It stands no more.\n',
      );
      return EXIT.ok;
    },
  });
}

function isStanding({ revokedAt, allows, expiresAt }: PermissionView, now: number): boolean {
  return revokedAt === null && allows !== null && now < expiresAt;
}

function allowedBy({ allows }: PermissionView): string {
  if (allows === null) return '(erased)';
  switch (allows.kind) {
    case 'exact':
      return JSON.stringify(allows.value);
    case 'at-most':
      return `up to ${allows.most}`;
    default:
      return unreachable(allows);
  }
}
