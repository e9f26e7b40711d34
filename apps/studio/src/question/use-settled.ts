import { useEffect, useState } from 'react';

/** Milliseconds a question must have been in view before it can be answered. */
const LOOK_FIRST = 600;

/**
 * Whether something has stood still long enough to be answered: a click or key that was meant for what stood there
 * before must not hit a question that has just appeared.
 */
export function useSettled(id: string): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(id), LOOK_FIRST);
    return () => clearTimeout(timer);
  }, [id]);
  return settled === id;
}
