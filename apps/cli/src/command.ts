import { type ArgsDef, type CommandDef, defineCommand, type ParsedArgs } from 'citty';
import { cliFault } from './errors.ts';
import type { ExitCode } from './exit-codes.ts';

/** What every command takes. */
export const COMMON = {
  json: { type: 'boolean', description: 'Print JSON, for programs.' },
  url: { type: 'string', description: 'The server; COUNTERSIGN_URL where absent.' },
  workspace: { type: 'string', description: 'The workspace; needed only by who has several.' },
} as const satisfies ArgsDef;

/** Tells the program what it ends with. */
export type Finish = (code: ExitCode) => void;

/** A command that refuses what it does not know: a mistyped flag must not be one that was not given. */
export function command<const Args extends ArgsDef>(
  finish: Finish,
  about: {
    readonly name: string;
    readonly description: string;
    readonly args: Args;
    /** Takes more words than its places; all of them stand in `_`. */
    readonly surplus?: true;
    readonly run: (args: ParsedArgs<Args>) => Promise<ExitCode>;
  },
): CommandDef<Args> {
  return defineCommand<Args>({
    meta: { name: about.name, description: about.description },
    args: about.args,
    async run({ args, rawArgs }) {
      // Only names, places and texts are looked at, whatever the types of this command's own.
      assertKnown(about, args as ParsedArgs<ArgsDef>, rawArgs);
      finish(await about.run(args));
    },
  });
}

function assertKnown(
  { args: defined, surplus: takesMore }: { readonly args: ArgsDef; readonly surplus?: true },
  args: ParsedArgs<ArgsDef>,
  raw: readonly string[],
): void {
  const flags = new Map<string, ArgsDef[string]>();
  for (const [name, flag] of Object.entries(defined)) {
    if (flag.type === 'positional') continue;
    const aliases = 'alias' in flag && flag.alias !== undefined ? [flag.alias].flat() : [];
    for (const known of [name, ...aliases]) flags.set(known, flag);
  }
  const end = raw.indexOf('--');
  for (const word of end < 0 ? raw : raw.slice(0, end)) {
    const given = /^--?(?:no-)?([A-Za-z][\w-]*)/.exec(word)?.[1];
    const isValue = given !== undefined && isValueOf(flags, raw, word);
    if (given !== undefined && !isValue && !flags.has(given)) {
      throw cliFault('CLI_USAGE', { message: `There is no flag ${word.split('=')[0]} here.` });
    }
  }
  const places = Object.values(defined).filter(({ type }) => type === 'positional').length;
  const surplus = args._[places];
  if (surplus !== undefined && takesMore !== true) {
    throw cliFault('CLI_USAGE', { message: `The argument “${surplus}” is one too many.` });
  }
  for (const [name, flag] of Object.entries(defined)) {
    if (flag.type === 'string' && args[name] === '') {
      throw cliFault('CLI_USAGE', { message: `The flag --${name} needs a value.` });
    }
  }
}

/** Whether a word that looks like a flag is the value of the one before it. */
function isValueOf(
  flags: ReadonlyMap<string, ArgsDef[string]>,
  raw: readonly string[],
  word: string,
): boolean {
  const before = raw[raw.indexOf(word) - 1];
  const name = before === undefined ? undefined : /^--?([A-Za-z][\w-]*)$/.exec(before)?.[1];
  const flag = name === undefined ? undefined : flags.get(name);
  return flag !== undefined && flag.type === 'string' && !word.startsWith('--');
}
