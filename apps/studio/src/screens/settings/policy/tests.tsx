import {
  MOST_APPROVALS,
  POLICY_ANSWERS,
  type PolicyAnswerKind,
  type PolicyCheck,
  type PolicyTest,
  ROLES,
  SINKS,
} from '@countersign/contract';
import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Check, Field, Input, Select, Textarea } from '../../../ui/field.tsx';
import { ScrollX } from '../../../ui/scroll-x.tsx';

const ACTS = ['read', 'write', 'send', 'destroy', 'generate', 'answer'] as const;

/** The tests beside the policies, how each goes, and the way to change them. */
export function Tests({
  tests,
  check,
  mayChange,
  onChange,
}: {
  tests: readonly PolicyTest[];
  check: PolicyCheck | undefined;
  mayChange: boolean;
  onChange: (tests: readonly PolicyTest[]) => void;
}) {
  const [open, setOpen] = useState<'none' | 'form' | 'json'>('none');
  const results = new Map(check?.tests.map((result) => [result.name, result]));
  return (
    <div className="grid gap-4">
      {tests.length === 0 ? (
        <p className="text-sm text-ink-2">
          No tests yet. A test says who wants what and what must come of it; a change that breaks
          one is not put in force.
        </p>
      ) : (
        <ScrollX label="Tests">
          <table className="w-full text-left text-sm">
            <thead className="text-[13px] text-ink-2">
              <tr>
                <th className="py-2 pr-4 font-medium">Test</th>
                <th className="py-2 pr-4 font-medium">Who wants what</th>
                <th className="py-2 pr-4 font-medium">Expected</th>
                <th className="py-2 pr-4 font-medium">Result</th>
                {mayChange && <th className="py-2 font-medium">Change</th>}
              </tr>
            </thead>
            <tbody className="divide-y divide-line/70">
              {tests.map((test) => {
                const result = results.get(test.name);
                return (
                  <tr key={test.name}>
                    <td className="py-2 pr-4">{test.name}</td>
                    <td className="py-2 pr-4 text-ink-2">{wordsOf(test)}</td>
                    <td className="py-2 pr-4">{askedOf(test.expect, test.approvals)}</td>
                    <td className="py-2 pr-4">
                      {result === undefined ? (
                        <Badge>not run</Badge>
                      ) : result.ok ? (
                        <Badge tone="allowed">passes</Badge>
                      ) : (
                        <Badge tone="refused">
                          fails: {askedOf(result.actual, result.approvals)}
                        </Badge>
                      )}
                    </td>
                    {mayChange && (
                      <td className="py-2">
                        <Button
                          size="small"
                          look="quiet"
                          aria-label={`Remove the test ${test.name}`}
                          onClick={() => onChange(tests.filter(({ name }) => name !== test.name))}
                        >
                          Remove
                        </Button>
                      </td>
                    )}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </ScrollX>
      )}
      {mayChange && open === 'none' && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpen('form')}>Add a test</Button>
          <Button look="quiet" onClick={() => setOpen('json')}>
            Edit as JSON
          </Button>
        </div>
      )}
      {open === 'form' && (
        <NewTest
          taken={tests.map(({ name }) => name)}
          onAdd={(test) => {
            onChange([...tests, test]);
            setOpen('none');
          }}
          onCancel={() => setOpen('none')}
        />
      )}
      {open === 'json' && (
        <TestsAsJson
          tests={tests}
          onApply={(changed) => {
            onChange(changed);
            setOpen('none');
          }}
          onCancel={() => setOpen('none')}
        />
      )}
    </div>
  );
}

const FIRST: PolicyTest = {
  ...{ name: '', role: 'user', person: 'somebody', agent: 'some-agent', act: 'send' },
  ...{ tool: 'mail.send', connection: null, sinks: [], tainted: false, effect: 'send' },
  ...{ own: false, expect: 'allow' },
};

function NewTest({
  taken,
  onAdd,
  onCancel,
}: {
  taken: readonly string[];
  onAdd: (test: PolicyTest) => void;
  onCancel: () => void;
}) {
  const [test, setTest] = useState(FIRST);
  const set = (change: Partial<PolicyTest>) => setTest({ ...test, ...change });
  const name = test.name.trim();
  const isTaken = taken.includes(name);
  return (
    <form
      className="grid gap-4 rounded-lg border border-line p-4 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '' && !isTaken) onAdd({ ...test, name });
      }}
    >
      <Field
        label="Name"
        className="sm:col-span-2"
        error={isTaken ? 'There is a test of that name.' : null}
      >
        {(control) => (
          <Input
            {...control}
            required
            maxLength={120}
            value={test.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <Choose
        label="Role of the person"
        value={test.role}
        options={ROLES}
        onChange={(role) => set({ role })}
      />
      <Choose label="Wants to" value={test.act} options={ACTS} onChange={(act) => set({ act })} />
      <Field label="Action" hint="Such as mail.send.">
        {(control) => (
          <Input
            {...control}
            required
            value={test.tool}
            onChange={(event) => set({ tool: event.target.value })}
          />
        )}
      </Field>
      <Field label="Connection" optional>
        {(control) => (
          <Input
            {...control}
            value={test.connection ?? ''}
            onChange={(event) => set({ connection: event.target.value || null })}
          />
        )}
      </Field>
      {test.act === 'answer' ? (
        <>
          <Choose
            label="Effect of the call that is asked about"
            value={test.effect}
            options={['read', 'write', 'send', 'destroy'] as const}
            onChange={(effect) => set({ effect })}
          />
          <Check
            label="The run acts for that person"
            checked={test.own}
            onChange={(event) => set({ own: event.target.checked })}
          />
        </>
      ) : (
        <Check
          label="A stranger had a hand in it"
          checked={test.tainted}
          onChange={(event) => set({ tainted: event.target.checked })}
        />
      )}
      <Choose
        label="Must come to"
        value={test.expect}
        options={POLICY_ANSWERS}
        onChange={(expect) => {
          const { approvals: _, ...rest } = test;
          setTest({ ...rest, expect });
        }}
      />
      {test.expect === 'ask' && test.act !== 'answer' && (
        <Field label="People who must say yes" optional>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={MOST_APPROVALS}
              value={test.approvals ?? ''}
              onChange={(event) => {
                const { approvals: _, ...rest } = test;
                const approvals = Number(event.target.value);
                setTest(approvals > 0 ? { ...rest, approvals } : rest);
              }}
            />
          )}
        </Field>
      )}
      <div className="flex gap-2 sm:col-span-2">
        <Button type="submit" look="primary">
          Add it
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Choose<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: T;
  options: readonly T[];
  onChange: (value: T) => void;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={(event) => {
            const chosen = options.find((one) => one === event.target.value);
            if (chosen !== undefined) onChange(chosen);
          }}
        >
          {options.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function TestsAsJson({
  tests,
  onApply,
  onCancel,
}: {
  tests: readonly PolicyTest[];
  onApply: (tests: readonly PolicyTest[]) => void;
  onCancel: () => void;
}) {
  const [text, setText] = useState(() => JSON.stringify(tests, null, 2));
  const [problem, setProblem] = useState<string | null>(null);
  const apply = () => {
    const parsed = testsIn(text);
    if (typeof parsed === 'string') setProblem(parsed);
    else onApply(parsed);
  };
  return (
    <div className="grid gap-3">
      <Field
        label="Tests as JSON"
        hint={`A list of objects with name, role, act, tool and expect; and, where needed, person, agent, connection, sinks (${SINKS.join(', ')}), tainted, effect, own, approvals.`}
        error={problem}
      >
        {(control) => (
          <Textarea
            {...control}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="max-h-96 font-mono !text-[13px]"
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button look="primary" onClick={apply}>
          Use these
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** Tests of a JSON text, or why not. What each says is checked by the server, as they are tried at once. */
function testsIn(text: string): readonly PolicyTest[] | string {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed) || parsed.some((one) => typeof one?.name !== 'string'))
      return 'It must be a list of tests, each with a name.';
    return parsed.map((one): PolicyTest => ({ ...FIRST, ...one }));
  } catch (error) {
    return `That is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.`;
  }
}

/** What comes of it, with the number of people where that is looked at. */
function askedOf(answer: PolicyAnswerKind, approvals: number | undefined): string {
  return answer === 'ask' && approvals !== undefined ? `ask ${approvals}` : answer;
}

function wordsOf(test: PolicyTest): string {
  const { role, act, tool, connection, tainted, own, effect } = test;
  if (act === 'answer')
    return `${role} answers for ${own ? 'their own' : 'a'} ${effect} by ${tool}`;
  const through = connection === null ? '' : ` through ${connection}`;
  return `${role}: ${act} by ${tool}${through}${tainted ? ', tainted' : ''}`;
}
