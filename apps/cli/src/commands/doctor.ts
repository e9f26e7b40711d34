import type { PartHealth } from '@countersign/contract';
import type { Client } from '@countersign/sdk';
import { COMMON, command, type Finish } from '../command.ts';
import { clientFor, targetOf } from '../config.ts';
import { EXIT } from '../exit-codes.ts';
import type { Powers } from '../powers.ts';
import { printable } from '../printable.ts';
import { terminalOf } from '../terminal.ts';

/** Milliseconds by which the clocks here and there may differ: grants and questions expire by the server's. */
const MAX_SKEW = 5_000;

/** Looks whether everything works, from here to the database, and says what to do where it does not. */
export function doctor(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'doctor',
    description: 'Look whether everything works: this machine, the server, its parts, the record.',
    args: COMMON,
    async run(args) {
      const parts: PartHealth[] = [nodePart(powers)];
      const target = await tried('key', async () => {
        const { url } = await targetOf(powers, args);
        return `for ${url}`;
      });
      parts.push(target);
      if (target.ok) parts.push(...(await serverParts(powers, await clientFor(powers, args))));
      const ok = parts.every((part) => part.ok);
      if (args.json) powers.out(`${JSON.stringify({ ok, parts }, null, 2)}\n`);
      else {
        const terminal = terminalOf(powers);
        terminal.table(
          parts.map((part) => [part.ok ? '✓' : '✗', part.name, printable(part.detail)]),
          (cell, column) => {
            if (column > 0) return cell;
            return cell.trim() === '✓' ? terminal.good(cell) : terminal.bad(cell);
          },
        );
      }
      return ok ? EXIT.ok : EXIT.unsound;
    },
  });
}

async function serverParts(powers: Powers, client: Client): Promise<readonly PartHealth[]> {
  const begun = powers.now();
  const health = await client.health().catch((error: unknown) => failed('server', error));
  const ended = powers.now();
  if (!('parts' in health)) return [health];
  const server: PartHealth = { name: 'server', ok: true, detail: `version ${health.version}` };
  return [
    server,
    clockPart(health.now, begun, ended),
    ...health.parts,
    await tried('record', async () => {
      const { size, findings } = await client.ledger.audit();
      const [first] = findings;
      if (first !== undefined) throw new Error(`${findings.length} findings: ${first.says}`);
      return `${size} entries, all sound`;
    }),
  ];
}

/** The server read its clock at some time in between; only what the round trip does not explain counts. */
function clockPart(there: number, begun: number, ended: number): PartHealth {
  const skew = there < begun ? there - begun : Math.max(0, there - ended);
  const ok = Math.abs(skew) <= MAX_SKEW;
  const detail = ok
    ? 'agrees with the server’s'
    : `${Math.round(Math.abs(skew) / 1000)} s ${skew > 0 ? 'behind' : 'ahead of'} the server’s; set it by NTP`;
  return { name: 'clock', ok, detail };
}

function nodePart({ nodeVersion }: Powers): PartHealth {
  const [major = 0, minor = 0] = nodeVersion.replace(/^v/, '').split('.').map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return {
    name: 'node',
    ok,
    detail: ok ? nodeVersion : `${nodeVersion}; 20.19 or newer is needed`,
  };
}

async function tried(name: string, look: () => Promise<string>): Promise<PartHealth> {
  try {
    return { name, ok: true, detail: await look() };
  } catch (error) {
    return failed(name, error);
  }
}

function failed(name: string, error: unknown): PartHealth {
  return { name, ok: false, detail: error instanceof Error ? error.message : String(error) };
}
