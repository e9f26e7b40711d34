import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConversationList } from './conversation-list.tsx';
import { Opening } from './opening.tsx';
import { Thread } from './thread.tsx';

/** A conversation that begins with the first message. */
export function NewChat() {
  return (
    <Frame current={null}>
      <Opening />
    </Frame>
  );
}

/** A conversation that goes on. */
export function OngoingChat() {
  const { conversation } = useParams({ from: '/w/$ws/chat/$conversation' });
  return (
    <Frame current={conversation}>
      <Thread key={conversation} id={conversation} />
    </Frame>
  );
}

function Frame({ current, children }: { current: string | null; children: ReactNode }) {
  return (
    <div className="xl:grid xl:grid-cols-[1fr_17rem]">
      <div className="min-w-0">{children}</div>
      <aside
        aria-label="Conversations"
        className="sticky top-0 hidden h-dvh overflow-y-auto border-l border-line px-3 py-5 xl:block"
      >
        <ConversationList current={current} />
      </aside>
    </div>
  );
}
