import {
  AGENT_MODES,
  type AgentMode,
  type PolicyFinding,
  type PolicyProblem,
  type PolicyTest,
  policyTestsSchema,
  type SimulatedCall,
} from '@countersign/contract';
import { ApiError, type WorkspaceClient } from '@countersign/sdk';
import { COMMON, command, type Finish } from '../command.ts';
import { clientFor } from '../config.ts';
import { cliFault } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import type { Powers } from '../powers.ts';
import { oneLine, printable } from '../printable.ts';
import { terminalOf } from '../terminal.ts';

const FILE = {
  file: {
    type: 'positional',
    required: false,
    description: 'A file of Cedar; the policies in force where absent.',
  },
  tests: { type: 'string', description: 'A JSON file of tests; those in force where absent.' },
} as const;

/** Prints the policies in force, or a version that was. */
export function policyShow(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'show',
    description: 'Print the policies in force, or those of a version.',
    args: {
      ...COMMON,
      version: { type: 'string', description: 'Number of a version; the newest where absent.' },
      tests: { type: 'boolean', description: 'Print the tests beside them instead.' },
    },
    async run(args) {
      const { policy } = await clientFor(powers, args);
      const shown =
        args.version === undefined
          ? await policy.get()
          : await policy.version(numberOf(args.version));
      const tests = `${JSON.stringify(shown.tests, null, 2)}\n`;
      const text = args.tests ? tests : withEnd(printable(shown.cedar));
      powers.out(args.json ? `${JSON.stringify(shown, null, 2)}\n` : text);
      return EXIT.ok;
    },
  });
}

/** Says what is wrong with policies, and what is likely a mistake. */
export function policyLint(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'lint',
    description: 'Say what is wrong with policies, or likely a mistake. Changes nothing.',
    args: { ...COMMON, file: FILE.file },
    async run(args) {
      const { policy } = await clientFor(powers, args);
      const cedar = await textOf(powers, policy, args.file);
      const check = await policy.check({ cedar });
      const terminal = terminalOf(powers);
      if (args.json) powers.out(`${JSON.stringify(check, null, 2)}\n`);
      else {
        for (const problem of check.problems) terminal.line(placed(problem));
        for (const finding of check.findings) terminal.line(found(finding));
        if (check.problems.length + check.findings.length === 0) terminal.line('Nothing found.');
      }
      return check.problems.length + check.findings.length === 0 ? EXIT.ok : EXIT.unsound;
    },
  });
}

/** Runs the tests beside policies. */
export function policyTest(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'test',
    description: 'Run the tests beside policies. Changes nothing.',
    args: { ...COMMON, ...FILE },
    async run(args) {
      const { policy } = await clientFor(powers, args);
      const cedar = await textOf(powers, policy, args.file);
      const tests = (await testsOf(powers, args.tests)) ?? (await policy.get()).tests;
      const check = await policy.check({ cedar, tests });
      const terminal = terminalOf(powers);
      if (args.json) powers.out(`${JSON.stringify(check, null, 2)}\n`);
      else {
        for (const problem of check.problems) terminal.line(placed(problem));
        for (const { ok, name, expected, actual, approvals } of check.tests)
          terminal.line(
            `${ok ? 'ok  ' : 'FAIL'} ${oneLine(name, 120)}${ok ? '' : `: ${actual}${approvals === undefined ? '' : ` ${approvals}`}, not ${expected}`}`,
          );
        if (tests.length === 0) terminal.line('There are no tests.');
      }
      const isGood = check.problems.length === 0 && check.tests.every(({ ok }) => ok);
      return isGood ? EXIT.ok : EXIT.unsound;
    },
  });
}

/** Says what policies would have made of past runs. */
export function policySimulate(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'simulate',
    description: 'Say what policies would have made of past runs. Changes nothing.',
    args: {
      ...COMMON,
      file: FILE.file,
      mode: { type: 'string', description: `Also try a mode: ${AGENT_MODES.join(', ')}.` },
      agent: { type: 'string', description: 'Only runs of this agent.' },
      days: { type: 'string', description: 'Days to look back; 30 where absent.' },
      runs: { type: 'string', description: 'Runs to look at, at most; 500 where absent.' },
    },
    async run(args) {
      const { policy } = await clientFor(powers, args);
      const most = args.runs === undefined ? 500 : numberOf(args.runs);
      const days = args.days === undefined ? 30 : numberOf(args.days);
      const asked = {
        cedar: await textOf(powers, policy, args.file),
        from: powers.now() - days * 86_400_000,
        ...(args.mode === undefined ? {} : { mode: modeOf(args.mode) }),
        ...(args.agent === undefined ? {} : { agent: args.agent }),
      };
      const total = { runs: 0, calls: 0, changed: 0, uncertain: 0, leftOut: 0 };
      const differences: SimulatedCall[] = [];
      let next: string | null | undefined;
      while (next !== null && total.runs + total.leftOut < most) {
        const page = await policy.simulate({ ...asked, ...(next ? { before: next } : {}) });
        for (const key of ['runs', 'calls', 'changed', 'uncertain', 'leftOut'] as const)
          total[key] += page[key];
        differences.push(...page.differences);
        next = page.next;
      }
      if (args.json) {
        powers.out(`${JSON.stringify({ ...total, next: next ?? null, differences }, null, 2)}\n`);
        return EXIT.ok;
      }
      const terminal = terminalOf(powers);
      terminal.table(
        differences.map(({ run, action, recorded, would }) => [
          run,
          action,
          `${recorded.kind} -> ${would?.kind ?? ''}`,
          oneLine(would?.says ?? '', 70),
        ]),
        (cell, column) => (column === 2 ? terminal.bold(cell) : terminal.dim(cell)),
      );
      terminal.line(
        `${total.changed} of ${total.calls} decisions in ${total.runs} runs would have gone otherwise.`,
      );
      if (total.uncertain > 0)
        terminal.line(
          `Of ${total.uncertain} more it cannot be said: what they hung on has changed.`,
        );
      if (total.leftOut > 0) terminal.line(`${total.leftOut} runs were left out.`);
      if (next != null) terminal.line(`It stopped there; --runs looks at more.`);
      return EXIT.ok;
    },
  });
}

/** Puts policies in force, or proposes them where two persons are needed. */
export function policySet(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'set',
    description: 'Put policies in force; where two persons are needed, propose them.',
    args: {
      ...COMMON,
      file: { type: 'positional', required: true, description: 'A file of Cedar.' },
      tests: FILE.tests,
      note: { type: 'string', description: 'What the change is for.' },
    },
    async run(args) {
      const { policy } = await clientFor(powers, args);
      const { number } = await policy.get();
      const tests = await testsOf(powers, args.tests);
      const draft = {
        ...{ cedar: await textOf(powers, policy, args.file), number },
        ...(tests === null ? {} : { tests }),
        ...(args.note === undefined ? {} : { note: args.note }),
      };
      try {
        const put = await policy.put(draft);
        powers.out(
          args.json ? `${JSON.stringify(put, null, 2)}\n` : `Version ${put.number} is in force.\n`,
        );
      } catch (thrown) {
        if (!(thrown instanceof ApiError) || thrown.code !== 'HTTP_TWO_PERSONS') throw thrown;
        const proposal = await policy.propose(draft);
        powers.out(
          args.json
            ? `${JSON.stringify(proposal, null, 2)}\n`
            : `Proposed as ${proposal.id}; another owner or admin accepts it in the studio.\n`,
        );
      }
      return EXIT.ok;
    },
  });
}

async function textOf(
  powers: Powers,
  policy: WorkspaceClient['policy'],
  file: string | undefined,
): Promise<string> {
  if (file === undefined) return (await policy.get()).cedar;
  const bytes = await powers.files.read(file);
  if (bytes === null)
    throw cliFault('CLI_FILE', { message: 'There is no such file.', details: { path: file } });
  return new TextDecoder().decode(bytes);
}

async function testsOf(
  powers: Powers,
  file: string | undefined,
): Promise<readonly PolicyTest[] | null> {
  if (file === undefined) return null;
  const bytes = await powers.files.read(file);
  const parsed = policyTestsSchema.safeParse(bytes === null ? null : jsonIn(bytes));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined ? '' : ` ${issue.path.join('.')}: ${issue.message}`;
  throw cliFault('CLI_FILE', {
    message: `The file holds no list of tests.${where}`,
    details: { path: file },
  });
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Not JSON is no list of tests either, which is what the person is told.
    return null;
  }
}

function numberOf(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 0) return number;
  throw cliFault('CLI_USAGE', { message: `“${printable(text)}” is not a whole number.` });
}

function modeOf(text: string): AgentMode {
  const mode = AGENT_MODES.find((one) => one === text);
  if (mode !== undefined) return mode;
  throw cliFault('CLI_USAGE', { message: `A mode is one of ${AGENT_MODES.join(', ')}.` });
}

function placed({ line, column, says }: PolicyProblem): string {
  const place = line === null ? '' : `${line}:${column ?? 1}: `;
  return `${place}${oneLine(says, 400)}`;
}

function found(finding: PolicyFinding): string {
  const policy = finding.policy === null ? '' : ` “${oneLine(finding.policy, 60)}”`;
  return `${placed(finding)} (${finding.rule}${policy})\n    ${finding.remedy}`;
}

function withEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
