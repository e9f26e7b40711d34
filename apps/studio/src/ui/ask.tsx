import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ProblemLine } from './states.tsx';

/** Asks before something that cannot be taken back: what will be gone, and the two ways out. */
export function Ask({
  open,
  onClose,
  title,
  children,
  confirm,
  busy,
  error,
  onConfirm,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What follows from it. */
  children: ReactNode;
  /** What the button says: a verb and its object. */
  confirm: string;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
}) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className="grid gap-5">
        <div className="text-[15px] text-pretty text-ink-2">{children}</div>
        <ProblemLine error={error} />
        <div className="flex flex-wrap gap-2">
          <Button look="danger" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
          <Button look="quiet" autoFocus onClick={onClose}>
            Keep it as it is
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
