import type { RunProof } from '@countersign/contract';
import {
  type ExportReader,
  type ExportReport,
  type Finding,
  type ProofReport,
  verifyExport,
  verifyProof,
} from '@countersign/record/verify';
import { COMMON, command, type Finish } from '../command.ts';
import { cliFault } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import type { Files, Powers } from '../powers.ts';
import { oneLine } from '../printable.ts';
import { terminalOf } from '../terminal.ts';

/** Checks a proof or an export. It asks no server, and believes none. */
export function ledgerVerify(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'verify',
    description: 'Check a run’s proof or an exported log, offline.',
    args: {
      json: COMMON.json,
      path: {
        type: 'positional',
        required: true,
        description: 'A proof’s file or an export’s folder.',
      },
      key: {
        type: 'string',
        description: 'The log’s public key, or a file with it, got by another way than the proof.',
      },
      checkpoint: {
        type: 'string',
        description: 'A file with an earlier checkpoint, which the exported log must extend.',
      },
    },
    async run(args) {
      const { files } = powers;
      const trustedKey = args.key === undefined ? null : await keyOf(files, args.key);
      const report = (await files.isFolder(args.path))
        ? await verifyExport(readerOf(files, args.path), {
            trustedKey,
            checkpoints:
              args.checkpoint === undefined ? [] : [await textOf(files, args.checkpoint)],
          })
        : verifyProof(await proofOf(files, args.path), trustedKey);
      if (args.json) powers.out(`${JSON.stringify(report, null, 2)}\n`);
      else show(powers, report);
      return report.findings.length === 0 ? EXIT.ok : EXIT.unsound;
    },
  });
}

function show(powers: Powers, report: ProofReport | ExportReport): void {
  const terminal = terminalOf(powers);
  const { findings, size, erased, keyTrusted } = report;
  for (const finding of findings.slice(0, 20)) terminal.line(terminal.bad(`✗ ${inWords(finding)}`));
  if (findings.length > 20) terminal.line(terminal.bad(`✗ and ${findings.length - 20} more`));
  if (findings.length === 0) {
    const what =
      'entries' in report ? `${report.entries} entries of a log of ${size}` : `${size} entries`;
    terminal.line(`${terminal.good('✓')} ${what}: every leaf, payload and signature holds.`);
  }
  if (erased > 0) {
    terminal.line(
      terminal.dim(`The content of ${erased} was erased; that they were recorded is proved.`),
    );
  }
  if (!keyTrusted) {
    terminal.line(
      terminal.warn('The key came with it, so this finds accidents, not forgeries: add --key.'),
    );
  }
}

function inWords({ code, says, index, about }: Finding): string {
  const where = [index === null ? '' : `entry ${index}`, about === null ? '' : oneLine(about, 80)];
  const named = where.filter((part) => part !== '').join(', ');
  return `${says}${named === '' ? '' : ` (${named})`} [${code}]`;
}

async function proofOf(files: Files, path: string): Promise<RunProof> {
  const text = await textOf(files, path);
  try {
    // Whatever it is: the check itself finds out whether it has the form of a proof.
    return JSON.parse(text) as RunProof;
  } catch {
    throw cliFault('CLI_FILE', { message: 'The file is no JSON.', details: { path } });
  }
}

/** A key is text with two plus signs; anything else is the name of a file. */
async function keyOf(files: Files, given: string): Promise<string> {
  return /^[^+\s]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+$/.test(given) ? given : textOf(files, given);
}

async function textOf(files: Files, path: string): Promise<string> {
  const bytes = await files.read(path);
  if (bytes === null) throw cliFault('CLI_FILE', { details: { path } });
  return new TextDecoder().decode(bytes);
}

function readerOf(files: Files, folder: string): ExportReader {
  return {
    read: (path) => files.read(files.join(folder, path)),
    lines: (path) => files.lines(files.join(folder, path)),
  };
}
