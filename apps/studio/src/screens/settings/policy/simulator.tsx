import { AGENT_MODES, type SimulatedCall, type Simulation } from '@countersign/contract';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAgents } from '../../../data/queries.ts';
import { useWorkspace } from '../../../session/workspace.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { ScrollX } from '../../../ui/scroll-x.tsx';
import { ProblemLine } from '../../../ui/states.tsx';
import { now } from '../../../ui/use-now.ts';

const DAYS = [1, 7, 30, 90] as const;
const TONES = { allowed: 'allowed', held: 'held', refused: 'refused' } as const;

/** Tries the text on past runs: what would have been allowed, held or refused. */
export function Simulator({ cedar }: { cedar: string }) {
  const { api } = useWorkspace();
  const agents = useAgents();
  const [days, setDays] = useState('30');
  const [agent, setAgent] = useState('');
  const [mode, setMode] = useState('');
  const [pages, setPages] = useState<readonly Simulation[]>([]);
  const next = pages.at(-1)?.next ?? null;
  const simulate = useMutation({
    mutationFn: (before: string | null) => {
      const tried = AGENT_MODES.find((one) => one === mode);
      return api.policy.simulate({
        ...{ cedar, from: now() - Number(days) * 86_400_000 },
        ...(agent === '' ? {} : { agent }),
        ...(tried === undefined ? {} : { mode: tried }),
        ...(before === null ? {} : { before }),
      });
    },
    onSuccess: (page, before) => setPages(before === null ? [page] : [...pages, page]),
  });
  return (
    <div className="grid gap-4">
      <div className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_1fr_auto]">
        <Field label="Runs of the last">
          {(control) => (
            <Select {...control} value={days} onChange={(event) => setDays(event.target.value)}>
              {DAYS.map((one) => (
                <option key={one} value={one}>
                  {one === 1 ? 'day' : `${one} days`}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Agent">
          {(control) => (
            <Select {...control} value={agent} onChange={(event) => setAgent(event.target.value)}>
              <option value="">all of them</option>
              {agents.data?.map(({ id, draft }) => (
                <option key={id} value={id}>
                  {draft.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Mode">
          {(control) => (
            <Select {...control} value={mode} onChange={(event) => setMode(event.target.value)}>
              <option value="">each agent’s own</option>
              {AGENT_MODES.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          )}
        </Field>
        <Button busy={simulate.isPending} onClick={() => simulate.mutate(null)}>
          Try it on past runs
        </Button>
      </div>
      <ProblemLine error={simulate.error} />
      {pages.length > 0 && <Result pages={pages} />}
      {next !== null && (
        <Button look="quiet" busy={simulate.isPending} onClick={() => simulate.mutate(next)}>
          Look at older runs
        </Button>
      )}
    </div>
  );
}

function Result({ pages }: { pages: readonly Simulation[] }) {
  const sum = (of: (page: Simulation) => number) => pages.reduce((all, page) => all + of(page), 0);
  const differences = pages.flatMap((page) => page.differences);
  const unsaid = pages.flatMap((page) => page.unsaid);
  const [calls, changed, uncertain, leftOut] = [
    sum((page) => page.calls),
    sum((page) => page.changed),
    sum((page) => page.uncertain),
    sum((page) => page.leftOut),
  ];
  return (
    <div aria-live="polite" className="grid gap-4 text-sm">
      <p>
        <b>
          {changed} of {calls} decisions
        </b>{' '}
        in {sum((page) => page.runs)} runs would have gone otherwise.
      </p>
      {differences.length > 0 && (
        <Calls label="What would have gone otherwise" calls={differences} />
      )}
      {uncertain > 0 && (
        <details>
          <summary className="cursor-pointer">
            Of {uncertain} more it cannot be said, since what they hung on has changed.
          </summary>
          <Calls label="Of what it cannot be said" calls={unsaid} />
        </details>
      )}
      {leftOut > 0 && (
        <p className="text-ink-2">
          {leftOut} runs were left out: their content was erased, or they are too long.
        </p>
      )}
    </div>
  );
}

function Calls({ label, calls }: { label: string; calls: readonly SimulatedCall[] }) {
  const { id } = useWorkspace();
  return (
    <ScrollX label={label}>
      <table className="w-full text-left">
        <thead className="text-[13px] text-ink-2">
          <tr>
            <th className="py-2 pr-4 font-medium">Action</th>
            <th className="py-2 pr-4 font-medium">Was</th>
            <th className="py-2 pr-4 font-medium">Would be</th>
            <th className="py-2 pr-4 font-medium">Why</th>
            <th className="py-2 font-medium">Run</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line/70">
          {calls.map(({ run, call, at, action, recorded, would, unsaid }) => (
            <tr key={`${call}:${at}:${recorded.kind}`}>
              <td className="py-2 pr-4 font-mono text-[13px]">{action}</td>
              <td className="py-2 pr-4">
                <Badge tone={TONES[recorded.kind]}>{recorded.kind}</Badge>
              </td>
              <td className="py-2 pr-4">
                {would ? <Badge tone={TONES[would.kind]}>{would.kind}</Badge> : '—'}
              </td>
              <td className="py-2 pr-4 text-ink-2">{would?.says ?? unsaid}</td>
              <td className="py-2">
                <Link className="underline" to="/w/$ws/runs/$run" params={{ ws: id, run }}>
                  Open
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  );
}
