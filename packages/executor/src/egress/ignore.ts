/** For an event or a promise whose failure somebody else hears of already. */
export function ignore(): void {
  // Without any listener an error event or a rejection would end the process.
}
