import { History } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ConversationList } from './conversation-list.tsx';

/** The way to other conversations where there is no room for their list. */
export function ConversationsButton({ current }: { current: string | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="xl:hidden">
      <Button size="small" look="quiet" onClick={() => setOpen(true)}>
        <History size={15} aria-hidden="true" /> Conversations
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Conversations">
        <ConversationList current={current} onPick={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}
