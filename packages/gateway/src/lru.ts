/** A map that forgets what was not used for the longest time once it holds more than `limit` entries. */
export class Lru<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The value kept for the key, or the one `make` gives, which is kept from then on. A throw keeps nothing. */
  getOrMake(key: Key, make: () => Value): Value {
    const known = this.#entries.get(key);
    const value = known === undefined ? make() : known;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#limit) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    return value;
  }
}
