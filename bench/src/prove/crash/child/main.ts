import type { Order, Point, Word } from '../order.ts';
import { work } from '../work.ts';

/** A process that may be told to die. Its order is the JSON of its first argument; its words are lines of JSON. */
async function main(): Promise<void> {
  // Handed over by the proof that starts this process.
  const order = JSON.parse(process.argv[2] ?? '') as Order;
  const say = (word: Word) => process.stdout.write(`${JSON.stringify(word)}\n`);
  const problems = await work(order, dying(order), () => say({ kind: 'ready' }));
  say({ kind: 'ended', problems });
}

/** Counts the times each point is passed, and is killed at the chosen one: no handler runs, nothing is flushed. */
function dying({ die }: Order): (point: Point) => void {
  let passed = 0;
  return (point) => {
    if (die === null || point !== die.at) return;
    passed += 1;
    if (passed !== die.nth) return;
    process.kill(process.pid, 'SIGKILL');
    // The signal is delivered before this wait ends, and nothing else of this process runs in it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
}

await main();
