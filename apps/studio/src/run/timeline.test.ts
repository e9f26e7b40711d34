import { describe, expect, it } from 'vitest';
import { NOW } from '../gallery/fixtures/people.ts';
import { triageEnded, triageScript } from '../gallery/fixtures/triage.ts';
import { foldAll } from './fold.ts';
import { emptyView } from './run-view.ts';
import { timelineOf } from './timeline.ts';

const RUN = 'run_test';

describe('timelineOf', () => {
  it('puts every step in order and within the width', () => {
    const view = foldAll(emptyView(RUN), triageEnded(RUN, null, NOW).entries);
    const { bars } = timelineOf(view, NOW);
    expect(bars).toHaveLength(view.steps.length);
    for (const { from, to, waits } of bars) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeGreaterThanOrEqual(from);
      expect(to).toBeLessThanOrEqual(1);
      for (const wait of waits) expect(wait.to).toBeLessThanOrEqual(to + 1e-9);
    }
    for (const [at, bar] of bars.slice(1).entries())
      if (bar.step.kind === 'model') expect(bar.from).toBeGreaterThanOrEqual(bars[at]?.from ?? 0);
  });

  it('cuts hours of waiting short, and says how long they were', () => {
    const view = foldAll(emptyView(RUN), triageScript(RUN, null, NOW).entries);
    const { gaps, bars } = timelineOf(view, NOW + 3 * 3_600_000);
    expect(gaps).toHaveLength(1);
    expect(gaps[0]?.ms).toBeGreaterThan(2.9 * 3_600_000);
    expect((gaps[0]?.to ?? 0) - (gaps[0]?.at ?? 0)).toBeLessThan(0.12);
    expect(bars[0]?.to).toBeGreaterThan(0.05);
  });

  it('draws a run that has only begun', () => {
    const { bars, gaps } = timelineOf(emptyView(RUN), NOW);
    expect([bars, gaps]).toEqual([[], []]);
  });
});
