import type { Usage } from '@countersign/contract';
import type { ReactNode } from 'react';
import { usePersonName } from '../data/names.ts';
import { EFFECTS } from '../question/words.ts';
import { Copyable } from '../ui/copy.tsx';
import { bytes, count, duration, exactTime } from '../ui/time.ts';
import type { Step } from './run-view.ts';

/** When what was durable, what it used, and who approved it: the facts that a proof holds. */
export function StepFacts({ step }: { step: Step }) {
  const personName = usePersonName();
  const { intent, outcome } = step;
  const facts: [string, ReactNode][] = [];
  if (step.kind === 'call') {
    if (intent?.effect) facts.push(['Effect', EFFECTS[intent.effect].word]);
    if (step.attempts > 1) facts.push(['Attempts', step.attempts]);
    for (const { answer, by, at } of step.answers)
      facts.push(['Answer', `${ANSWERS[answer.kind]} by ${personName(by)}, ${exactTime(at)}`]);
  }
  if (intent) facts.push(['Meant', `${exactTime(intent.at)}, entry ${count(intent.index)}`]);
  if (outcome)
    facts.push(['Came of it', `${exactTime(outcome.at)}, entry ${count(outcome.index)}`]);
  if (intent && outcome) facts.push(['Took', duration(outcome.at - intent.at)]);
  if (step.refusal) facts.push(['Refusal', <code key="code">{step.refusal.code}</code>]);
  const usage = outcome?.outcome?.usage;
  if (usage) {
    const words = usageWords(usage);
    if (words) facts.push(['Used', words]);
  }
  if (intent?.callHash)
    facts.push(['Call hash', <Copyable key="hash" text={intent.callHash} label="call hash" />]);
  facts.push(['Call', <Copyable key="id" text={step.id} label="call id" />]);
  return (
    <dl className="grid gap-x-4 gap-y-1 text-[13px] sm:grid-cols-[6rem_1fr]">
      {facts.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts of one step keep their order
        <div key={at} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="min-w-0 break-words text-ink-2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const ANSWERS = {
  approve: 'approved',
  edit: 'edited',
  deny: 'denied',
  happened: 'confirmed as done',
  repeat: 'done again',
  expired: 'expired',
} as const;

/** What something used, in words; empty for nothing. */
function usageWords({ tokensIn, tokensOut, moneyMicros, bytesIn, bytesOut }: Usage): string {
  return [
    tokensIn !== undefined || tokensOut !== undefined
      ? `${count(tokensIn ?? 0)} tokens in, ${count(tokensOut ?? 0)} out`
      : '',
    moneyMicros ? money(moneyMicros) : '',
    bytesOut ? `${bytes(bytesOut)} sent` : '',
    bytesIn ? `${bytes(bytesIn)} read` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Micro-units of the workspace's currency, which has no sign. */
export function money(micros: number): string {
  return (micros / 1_000_000).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  });
}
