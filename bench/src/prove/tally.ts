/** Counts cases, and keeps the names of those that went wrong. */
export class Tally {
  readonly failures: string[] = [];
  readonly #counts = new Map<string, number>();

  /** A case of a group; `wrong` says what is wrong with it, or null. */
  count(group: string, name: string, wrong: string | null): void {
    this.#counts.set(group, (this.#counts.get(group) ?? 0) + 1);
    if (wrong !== null) this.failures.push(`${group}: ${name}: ${wrong}`);
  }

  get cases(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** `group count; group count`. */
  get groups(): string {
    return [...this.#counts].map(([group, count]) => `${group} ${count}`).join('; ');
  }
}
