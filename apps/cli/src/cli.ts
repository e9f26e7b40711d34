import { stripVTControlCharacters } from 'node:util';
import { Fault } from '@countersign/contract';
import { ApiError } from '@countersign/sdk';
import { type CommandDef, defineCommand, renderUsage, runCommand } from 'citty';
import type { Finish } from './command.ts';
import { agentRun } from './commands/agent-run.ts';
import { agents } from './commands/agents.ts';
import { approve } from './commands/approve.ts';
import { cancel } from './commands/cancel.ts';
import { catalogLint } from './commands/catalog-lint.ts';
import { deny } from './commands/deny.ts';
import { doctor } from './commands/doctor.ts';
import { inbox } from './commands/inbox.ts';
import { ledgerExport, ledgerKey, ledgerProof } from './commands/ledger.ts';
import { ledgerVerify } from './commands/ledger-verify.ts';
import { login } from './commands/login.ts';
import { memoryForget, memoryList, memoryRollback, memoryShow } from './commands/memory.ts';
import { permissionsList, permissionsRevoke } from './commands/permissions.ts';
import {
  policyLint,
  policySet,
  policyShow,
  policySimulate,
  policyTest,
} from './commands/policy.ts';
import { runs } from './commands/runs.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.ts';
import type { Powers } from './powers.ts';
import { printable } from './printable.ts';

/** The `countersign` command: carries out one command line and gives its exit code. It never throws. */
export async function runCli(argv: readonly string[], powers: Powers): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const root = commands(powers, (given) => {
    code = given;
  });
  try {
    if (argv.length === 0 || argv.includes('--help') || argv.includes('-h')) {
      powers.out(`${await usageOf(root, argv, powers.colors)}\n`);
      return argv.length === 0 ? EXIT.usage : EXIT.ok;
    }
    await runCommand(root, { rawArgs: [...argv] });
    return code;
  } catch (error) {
    if (powers.interrupted.aborted) return EXIT.interrupted;
    powers.err(`${printable(wordsOf(error))}\n`);
    return isUsage(error) ? EXIT.usage : exitCodeOf(error);
  }
}

function commands(powers: Powers, finish: Finish) {
  return defineCommand({
    meta: {
      name: 'countersign',
      description: 'Run agents, answer what they ask, check what they did.',
    },
    subCommands: {
      agent: group('agent', 'Work with one agent.', { run: agentRun(powers, finish) }),
      agents: agents(powers, finish),
      runs: runs(powers, finish),
      cancel: cancel(powers, finish),
      inbox: inbox(powers, finish),
      approve: approve(powers, finish),
      deny: deny(powers, finish),
      permissions: group('permissions', 'See and end what agents may do without asking.', {
        list: permissionsList(powers, finish),
        revoke: permissionsRevoke(powers, finish),
      }),
      memory: group('memory', 'See and take back what agents remember.', {
        list: memoryList(powers, finish),
        show: memoryShow(powers, finish),
        forget: memoryForget(powers, finish),
        rollback: memoryRollback(powers, finish),
      }),
      policy: group('policy', 'See, try and change what is allowed.', {
        show: policyShow(powers, finish),
        lint: policyLint(powers, finish),
        test: policyTest(powers, finish),
        simulate: policySimulate(powers, finish),
        set: policySet(powers, finish),
      }),
      ledger: group('ledger', 'Check the record, with or without a server.', {
        verify: ledgerVerify(powers, finish),
        proof: ledgerProof(powers, finish),
        export: ledgerExport(powers, finish),
        key: ledgerKey(powers, finish),
      }),
      catalog: group('catalog', 'Look at what agents can be given to do.', {
        lint: catalogLint(powers, finish),
      }),
      doctor: doctor(powers, finish),
      login: login(powers, finish),
    },
  });
}

type Commands = NonNullable<CommandDef['subCommands']>;

function group(name: string, description: string, subCommands: Commands): CommandDef {
  return defineCommand({ meta: { name, description }, subCommands });
}

/** The help of the command that the words before `--help` name. */
async function usageOf(
  root: CommandDef,
  argv: readonly string[],
  colors: boolean,
): Promise<string> {
  const path = ['countersign'];
  let here = root;
  for (const word of argv) {
    // Ours are plain objects, never promises or functions.
    const below = here.subCommands as Record<string, CommandDef> | undefined;
    const next = below?.[word];
    if (next === undefined) break;
    path.push(word);
    here = next;
  }
  // The parser's library knows one parent; a command's whole name is put in its place.
  const about = here.meta as { description?: string };
  const named = { ...here, meta: { ...about, name: path.join(' ') } };
  const usage = await renderUsage(named);
  return colors ? usage : stripVTControlCharacters(usage);
}

function wordsOf(error: unknown): string {
  if (error instanceof ApiError) {
    const id =
      error.status >= 500 && error.requestId !== null ? ` (request ${error.requestId})` : '';
    return `${error.message}${id} [${error.code}]`;
  }
  if (Fault.is(error)) {
    const path = error.details['path'];
    return `${error.message}${typeof path === 'string' ? ` (${path})` : ''}`;
  }
  // The parser's library colours its words, whatever they go to.
  return stripVTControlCharacters(error instanceof Error ? error.message : String(error));
}

/** The parser's own refusals: an unknown command, a missing argument. */
function isUsage(error: unknown): boolean {
  return error instanceof Error && error.name === 'CLIError';
}
