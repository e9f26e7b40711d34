import type { AgentRecord } from '@countersign/contract';
import { ApiError, type Client } from '@countersign/sdk';
import { allowFolder } from '../allow-folder.ts';
import { COMMON, command, type Finish } from '../command.ts';
import { clientFor, targetOf } from '../config.ts';
import { cliFault } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { pointMailbox } from '../point-mailbox.ts';
import type { Powers } from '../powers.ts';
import { oneLine } from '../printable.ts';
import { heldQuestion, runPrinter } from '../run-printer.ts';
import { type Terminal, terminalOf } from '../terminal.ts';

/** Runs an agent and shows its steps as they happen. */
export function agentRun(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'run',
    description: 'Run an agent and watch its steps. Ctrl-C stops watching, not the run.',
    args: {
      ...COMMON,
      agent: { type: 'positional', required: true, description: 'Id or name of the agent.' },
      message: {
        type: 'string',
        alias: 'm',
        description: 'What to tell it; its first suggestion where absent.',
      },
      'mail-folder': {
        type: 'string',
        description:
          'A folder of .eml or mbox files for the agent to read from now on, on the server’s machine.',
      },
      dedupe: { type: 'string', description: 'Start only one run under this key.' },
      wait: {
        type: 'boolean',
        description: 'Wait for answers to questions; usual on a terminal.',
        negativeDescription: 'End with code 9 once the run waits for a person.',
      },
    },
    async run(args) {
      const client = await clientFor(powers, args);
      const terminal = terminalOf(powers);
      const agent = await findAgent(client, args.agent);
      const message = args.message ?? agent.draft.suggestions[0];
      if (message === undefined) {
        throw cliFault('CLI_USAGE', { message: 'Say what to do: --message "...".' });
      }
      const folder = args['mail-folder'];
      if (folder !== undefined) {
        const { url } = await targetOf(powers, args);
        await showMailbox(powers, client, { agent, folder, url });
      }
      const { run } = await client.runs.start({
        agent: agent.id,
        message: { text: message },
        ...(args.dedupe === undefined ? {} : { dedupe: args.dedupe }),
      });
      if (!args.json) terminal.line(terminal.dim(`run ${run}`));
      const waits = args.wait ?? powers.isInteractive;
      return watch(powers, client, terminal, { run, json: args.json === true, waits });
    },
  });
}

/** An agent by its id, or by its name where only one has it. */
async function findAgent(client: Client, wanted: string): Promise<AgentRecord> {
  const all = await client.agents.list();
  const byId = all.find(({ id }) => id === wanted);
  const named = all.filter(({ draft }) => draft.name.toLowerCase() === wanted.toLowerCase());
  const agent = byId ?? named[0];
  if (agent === undefined) throw cliFault('CLI_NO_AGENT');
  if (byId === undefined && named.length > 1) {
    const message = `Several agents have that name; say one of ${named.map(({ id }) => id).join(', ')}.`;
    throw cliFault('CLI_USAGE', { message });
  }
  return agent;
}

async function showMailbox(
  powers: Powers,
  client: Client,
  about: { readonly agent: AgentRecord; readonly folder: string; readonly url: string },
): Promise<void> {
  const { agent, folder, url } = about;
  const absolute = await powers.files.real(folder);
  if (absolute === null || !(await powers.files.isFolder(absolute))) {
    throw cliFault('CLI_FILE', { message: 'There is no such folder.', details: { path: folder } });
  }
  if (await allowFolder(powers, url, absolute)) {
    powers.err(`The server may read mail from ${absolute} from now on.\n`);
  }
  for (const { id, before } of await pointMailbox(client, agent, absolute)) {
    const back =
      before === null || before === absolute ? '' : `; --mail-folder ${before} undoes that`;
    powers.err(`The mailbox ${id} reads ${absolute} from now on${back}.\n`);
  }
}

async function watch(
  powers: Powers,
  client: Client,
  terminal: Terminal,
  about: { readonly run: string; readonly json: boolean; readonly waits: boolean },
): Promise<ExitCode> {
  const printer = runPrinter(
    about.json ? SILENT : terminal,
    about.json ? () => undefined : powers.out,
  );
  try {
    for await (const event of client.runs.stream(about.run, { signal: powers.interrupted })) {
      if (about.json) powers.out(`${JSON.stringify(event)}\n`);
      printer.print(event);
      const question = event.kind === 'entry' ? heldQuestion(event.entry) : null;
      if (question === null) continue;
      if (!about.json) await showHeld(client, terminal, question);
      if (!about.waits && (await isParked(client, about.run))) {
        powers.err('The run waits for a person; watch it with countersign runs.\n');
        return EXIT.runWaits;
      }
    }
  } catch (error) {
    if (!powers.interrupted.aborted) throw error;
    powers.err(
      `\nThe run goes on: countersign runs ${about.run}, or countersign cancel ${about.run}\n`,
    );
    return EXIT.interrupted;
  }
  return printer.result?.kind === 'answered' ? EXIT.ok : EXIT.runFailed;
}

/** What is asked, where this key may read questions; how to answer, in any case. */
async function showHeld(client: Client, terminal: Terminal, id: string): Promise<void> {
  const question = await client.questions.get(id).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  terminal.line(
    terminal.warn(`⏸ ${oneLine(question?.sentence ?? 'A call waits for a person', 300)}`),
  );
  terminal.line(terminal.dim(`  countersign approve ${id}`));
}

/** Held calls fall together with others that may still run; only a parked run has nothing left to show. */
async function isParked(client: Client, run: string): Promise<boolean> {
  const { status, openQuestions } = await client.runs.get(run);
  return status === 'parked' && openQuestions > 0;
}

const same = (text: string) => text;
const SILENT: Terminal = {
  bold: same,
  dim: same,
  good: same,
  bad: same,
  warn: same,
  line: () => undefined,
  table: () => undefined,
};
