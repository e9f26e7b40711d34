/** @typedef {{ status: string, assertionResults: { status: string }[] }} FileResult */

/**
 * The closing figures of a test run. A file that could not be loaded counts as one failure, as does an error
 * outside of any test, and a run without any test is no success.
 * @param {{ testResults: FileResult[] } | undefined} report vitest's JSON report, if it wrote one
 * @param {number} code vitest's exit code
 * @returns {{ passed: number, failed: number, sentence?: string }}
 */
export function tally(report, code) {
  const files = report?.testResults ?? [];
  const statuses = files.flatMap((file) => file.assertionResults.map(({ status }) => status));
  const passed = statuses.filter((status) => status === 'passed').length;
  const broken = files.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  const failed = statuses.filter((status) => status === 'failed').length + broken;
  if (failed === 0 && code !== 0) {
    return {
      passed,
      failed: 1,
      sentence: `Vitest ended with code ${code} although no test failed.`,
    };
  }
  if (passed + failed === 0)
    return { passed, failed, sentence: 'No test ran, which is a failure.' };
  return { passed, failed };
}
