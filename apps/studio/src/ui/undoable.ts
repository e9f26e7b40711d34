import { toast } from 'sonner';

/** Milliseconds within which something that was taken away is brought back by one press. */
const SECOND_THOUGHTS = 10_000;

/** Says that something is gone, with the way to have it back. */
export function undoable(what: string, undo: () => void): void {
  toast(what, { duration: SECOND_THOUGHTS, action: { label: 'Undo', onClick: undo } });
}
