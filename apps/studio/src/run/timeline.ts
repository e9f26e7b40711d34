import type { RunView, Step } from './run-view.ts';

/** A step on a time axis. All places are parts of the whole width, 0 to 1. */
export interface Bar {
  readonly step: Step;
  readonly from: number;
  readonly to: number;
  /** While a person was asked; part of `from` to `to`. */
  readonly waits: readonly { readonly from: number; readonly to: number }[];
}

/** Where the axis was cut short, since for so long nothing but waiting happened. */
export interface Gap {
  readonly at: number;
  readonly to: number;
  /** Milliseconds that are not shown at their length. */
  readonly ms: number;
}

export interface Timeline {
  readonly bars: readonly Bar[];
  readonly gaps: readonly Gap[];
  /** Milliseconds of the axis as it is drawn. */
  readonly shown: number;
}

/** The part of the width that a stretch without work takes at most. */
const GAP_WIDTH = 0.08;
/** Milliseconds from which on a stretch without work is cut short. */
const LONG = 5_000;

/** A run on a time axis on which long waits are cut, so that work of milliseconds stays in sight beside hours of waiting. */
export function timelineOf(view: RunView, now: number): Timeline {
  const start = view.startedAt ?? now;
  const end = Math.max(view.endedAt ?? now, start + 1);
  const spans = view.steps.flatMap((step) => spanOf(step, end));
  const cuts = quiet(
    spans.flatMap(({ busy }) => busy),
    start,
    end,
  );
  const worked = end - start - cuts.reduce((sum, cut) => sum + cut.to - cut.from, 0);
  const gap =
    cuts.length === 0
      ? 0
      : Math.max((worked * GAP_WIDTH) / (1 - Math.min(0.5, GAP_WIDTH * cuts.length)), 1);
  const shown = Math.max(1, worked + gap * cuts.length);
  const place = (time: number): number => {
    let gone = 0;
    for (const cut of cuts) {
      if (time <= cut.from) break;
      const inside = Math.min(time, cut.to) - cut.from;
      gone += inside - (inside / (cut.to - cut.from)) * gap;
    }
    return Math.min(1, Math.max(0, (time - start - gone) / shown));
  };
  return {
    shown,
    gaps: cuts.map((cut) => ({ at: place(cut.from), to: place(cut.to), ms: cut.to - cut.from })),
    bars: spans.map(({ step, from, to, waits }) => ({
      step,
      from: place(from),
      to: place(to),
      waits: waits.map((wait) => ({ from: place(wait.from), to: place(wait.to) })),
    })),
  };
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

function spanOf(step: Step, end: number) {
  const waits = step.kind === 'call' ? waitsOf(step, end) : [];
  const busy: Stretch[] = step.intent
    ? [
        {
          from: step.intent.at,
          to: step.outcome?.at ?? (step.state === 'running' ? end : step.intent.at),
        },
      ]
    : [];
  const all = [...waits, ...busy];
  const moment = step.refusal?.at;
  if (all.length === 0 && moment === undefined) return [];
  const from = Math.min(...all.map((one) => one.from), moment ?? Number.POSITIVE_INFINITY);
  const to = Math.max(...all.map((one) => one.to), moment ?? 0);
  return [{ step, from, to, waits, busy }];
}

function waitsOf(step: Extract<Step, { kind: 'call' }>, end: number): readonly Stretch[] {
  if (!step.question) return [];
  const { id, at } = step.question;
  const answered = step.answers.find(({ question }) => question === id)?.at;
  const isOpen = step.state === 'held' || step.state === 'unknown';
  return [{ from: at, to: answered ?? (isOpen ? end : at) }];
}

/** Stretches of the run in which nothing worked, and which are long. */
function quiet(busy: readonly Stretch[], start: number, end: number): readonly Stretch[] {
  const cuts: Stretch[] = [];
  let at = start;
  for (const { from, to } of [...busy].sort((a, b) => a.from - b.from)) {
    if (from - at > LONG) cuts.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  if (end - at > LONG) cuts.push({ from: at, to: end });
  return cuts;
}
