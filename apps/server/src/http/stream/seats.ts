import { httpFault } from '../errors.ts';
import type { Limits } from '../limits.ts';

/** Open streams, counted, so that nobody can hold all of them. */
export interface Seats {
  /**
   * Takes a seat; the function given back leaves it, once.
   * @throws fault `HTTP_STREAMS`.
   */
  take(person: string): () => void;
}

/** Seats of this process. */
export function createSeats(limits: Pick<Limits, 'streams' | 'streamsPerPerson'>): Seats {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(person) {
      const own = taken.get(person) ?? 0;
      if (own >= limits.streamsPerPerson || all >= limits.streams) throw httpFault('HTTP_STREAMS');
      taken.set(person, own + 1);
      all++;
      let seated = true;
      return () => {
        if (!seated) return;
        seated = false;
        all--;
        const left = (taken.get(person) ?? 1) - 1;
        if (left === 0) taken.delete(person);
        else taken.set(person, left);
      };
    },
  };
}
