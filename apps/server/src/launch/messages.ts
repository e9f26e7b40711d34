import { z } from 'zod';

/** What the server tells its launcher, once, when it answers requests. */
export const readyMessageSchema = z.object({
  kind: z.literal('ready'),
  /** Where the first person makes the first account; null once there is one. Works once, holds a secret. */
  setupUrl: z.string().nullable(),
});
export type ReadyMessage = z.infer<typeof readyMessageSchema>;

/** Tells the launcher; without one, nobody is told. */
export function tellLauncher(message: ReadyMessage): void {
  process.send?.(message);
}
