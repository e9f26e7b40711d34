import type { Ask, Finding, Proof } from './proof.ts';

/** Runs a proof to its end. One that breaks off, and one that had no cases, has proved nothing: both are failures. */
export async function tryOne(proof: Pick<Proof, 'run'>, ask: Ask): Promise<Finding> {
  try {
    const finding = await proof.run(ask);
    return finding.cases === 0 && finding.failures.length === 0
      ? { ...finding, failures: ['there were no cases'] }
      : finding;
  } catch (error) {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { cases: 0, failures: [`broke off: ${said}`], figure: 'none' };
  }
}
