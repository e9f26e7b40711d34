/** Chance that can be had again: the same seed gives the same numbers, so that a failure is found by its number. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 to below `count`. Mulberry32 (Tommy Ettinger, public domain). */
  below(count: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * count);
  }

  /** Whether something happens that happens once in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  /** One of a list, which must not be empty. */
  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}
