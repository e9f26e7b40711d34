import { z } from 'zod';

/** An id in a path. Not held to our own prefixes: operators name connections and secrets themselves. */
export const idText = z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.@-]{0,79}$/);

/** `/{id}`. */
export const idParams = z.strictObject({ id: idText });

/** How many items of a list are wanted. */
export const limit = (most: number, usual: number) =>
  z.coerce.number().pipe(z.int().min(1).max(most)).default(usual);

/** The position in the log after which entries are wanted; -1 is the start. */
export const after = z.coerce.number().pipe(z.int().min(-1)).default(-1);
