import { useEffect } from 'react';
import { isTyping } from '../shell/is-typing.ts';

/** Letters that lead to an answer; none gives one. */
export function useAnswerKeys(isOn: boolean, actions: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.repeat || isTyping(event)) return;
      const action = actions[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
