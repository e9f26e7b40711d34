import { useEffect, useRef } from 'react';
import { isTyping } from '../../shell/is-typing.ts';

/**
 * J and K walk the list, H goes to the history and back. By id, so that a question which arrives meanwhile moves
 * nobody's place; the focus goes along, so that a screen reader says where one is.
 */
export function useInboxKeys({
  ids,
  current,
  go,
  turn,
}: {
  readonly ids: readonly string[];
  readonly current: string | undefined;
  readonly go: (question: string) => void;
  readonly turn: () => void;
}): void {
  const wentTo = useRef<string | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event)) return;
      if (event.key === 'h') {
        event.preventDefault();
        turn();
        return;
      }
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (step === 0) return;
      // A second press before the first has got there counts from where that one leads.
      const from = wentTo.current ?? current;
      const at = from === undefined ? -1 : ids.indexOf(from);
      const next = ids[at < 0 ? 0 : Math.min(ids.length - 1, Math.max(0, at + step))];
      if (next === undefined) return;
      event.preventDefault();
      wentTo.current = next;
      go(next);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  useEffect(() => {
    if (wentTo.current === null || wentTo.current !== current) return;
    wentTo.current = null;
    document.getElementById(`question-${current}`)?.focus({ preventScroll: true });
  }, [current]);
}
