import { appends } from './measure/appends.ts';
import type { Bench, Figure } from './measure/bench.ts';
import { decisions } from './measure/decisions.ts';
import { memory } from './measure/memory.ts';
import { turn } from './measure/turn.ts';

const benches: readonly Bench[] = [decisions, appends, turn, memory];

/** `npm run bench [-- NAME…]`: measures against peers and floors of the same run. Exit code 1 where a target is missed. */
async function main(): Promise<number> {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !benches.some((bench) => bench.name === name));
  if (unknown !== undefined) {
    console.error(
      `There is no measurement “${unknown}”. There are: ${benches.map((bench) => bench.name).join(', ')}.`,
    );
    return 2;
  }
  const figures: Figure[] = [];
  for (const bench of benches.filter(({ name }) => names.length === 0 || names.includes(name))) {
    console.error(`${bench.name}: ${bench.about}`);
    figures.push(...(await bench.run((line) => console.error(`  ${line}`))));
  }
  for (const { name, ours, against, ratio, target, met } of figures) {
    console.log(
      `${met ? 'met   ' : 'MISSED'}  ${name}: ${ours}; against ${against}: ratio ${ratio} (target ${target})`,
    );
  }
  return figures.every((figure) => figure.met) ? 0 : 1;
}

process.exitCode = await main();
