import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { KINDS, type Kind } from './kinds.ts';

/** Chooses what to connect; the rest is written on the connection's page. */
export function NewConnection() {
  const { id } = useWorkspace();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Plus size={16} aria-hidden="true" /> Connect
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="What do you connect?">
        <ul className="-mx-2 grid gap-1">
          {(Object.keys(KINDS) as Kind[]).map((kind) => {
            const { name, what, Icon } = KINDS[kind];
            return (
              <li key={kind}>
                <button
                  type="button"
                  onClick={() =>
                    void navigate({
                      to: '/w/$ws/connections/$connection',
                      params: { ws: id, connection: `new-${kind}` },
                    })
                  }
                  className="flex w-full cursor-pointer gap-3 rounded-lg px-2 py-2.5 text-left hover:bg-hover"
                >
                  <Icon
                    size={18}
                    strokeWidth={1.75}
                    aria-hidden="true"
                    className="mt-0.5 shrink-0 text-ink-3"
                  />
                  <span>
                    <span className="block text-[15px] font-medium">{name}</span>
                    <span className="block text-sm text-ink-2">{what}</span>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </Dialog>
    </>
  );
}
