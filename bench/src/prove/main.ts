import { readRequest } from './arguments.ts';
import { proofs } from './proofs.ts';
import { type Row, tableOf } from './table.ts';
import { tryOne } from './try-one.ts';

/** `npm run prove`: tries every promise and prints one row each. Exit code 1 where one does not hold, 2 for a wrong call. */
async function main(): Promise<number> {
  const known = proofs.map((proof) => proof.name);
  let request: ReturnType<typeof readRequest>;
  try {
    request = readRequest(process.argv.slice(2), known);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
  const wanted = proofs.filter(
    (proof) => request.names.length === 0 || request.names.includes(proof.name),
  );
  const rows: Row[] = [];
  for (const proof of wanted) {
    if (request.cases !== null && !proof.takesCases) {
      console.error(`The proof “${proof.name}” makes its own cases; --cases means nothing to it.`);
      return 2;
    }
    console.error(`${proof.name}: ${proof.promise}`);
    const began = performance.now();
    const finding = await tryOne(proof, {
      cases: request.cases,
      scale: request.scale,
      progress: (line) => console.error(`  ${line}`),
    });
    rows.push({ proof, finding, seconds: (performance.now() - began) / 1000 });
  }
  console.log(request.json ? JSON.stringify(rows, null, 2) : tableOf(rows));
  return rows.every((row) => row.finding.failures.length === 0) ? 0 : 1;
}

process.exitCode = await main();
