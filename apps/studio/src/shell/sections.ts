import {
  BadgeCheck,
  Blocks,
  Brain,
  Briefcase,
  Inbox,
  type LucideIcon,
  MessageSquare,
  Plug,
  Rows3,
  ScrollText,
  SendHorizontal,
  Settings,
  Workflow,
} from 'lucide-react';

/** A part of the studio that can be gone to from everywhere. */
export interface StudioSection {
  readonly name: string;
  readonly to:
    | '/w/$ws/chat'
    | '/w/$ws/inbox'
    | '/w/$ws/runs'
    | '/w/$ws/cases'
    | '/w/$ws/tables'
    | '/w/$ws/outbox'
    | '/w/$ws/agents'
    | '/w/$ws/connections'
    | '/w/$ws/permissions'
    | '/w/$ws/memory'
    | '/w/$ws/ledger'
    | '/w/$ws/settings';
  readonly Icon: LucideIcon;
  /** Pressed after G. */
  readonly key: string;
  /** Parts of one group stand together. */
  readonly group: 'work' | 'results' | 'build';
}

/** All of them, in the order of the navigation. The first four stand on a phone's bar. */
export const SECTIONS: readonly StudioSection[] = [
  { name: 'Chat', to: '/w/$ws/chat', Icon: MessageSquare, key: 'c', group: 'work' },
  { name: 'Inbox', to: '/w/$ws/inbox', Icon: Inbox, key: 'i', group: 'work' },
  { name: 'Runs', to: '/w/$ws/runs', Icon: Workflow, key: 'r', group: 'work' },
  { name: 'Cases', to: '/w/$ws/cases', Icon: Briefcase, key: 's', group: 'results' },
  { name: 'Tables', to: '/w/$ws/tables', Icon: Rows3, key: 't', group: 'results' },
  { name: 'Outbox', to: '/w/$ws/outbox', Icon: SendHorizontal, key: 'o', group: 'results' },
  { name: 'Agents', to: '/w/$ws/agents', Icon: Blocks, key: 'a', group: 'build' },
  { name: 'Connections', to: '/w/$ws/connections', Icon: Plug, key: 'n', group: 'build' },
  { name: 'Permissions', to: '/w/$ws/permissions', Icon: BadgeCheck, key: 'p', group: 'build' },
  { name: 'Memory', to: '/w/$ws/memory', Icon: Brain, key: 'm', group: 'build' },
  { name: 'Ledger', to: '/w/$ws/ledger', Icon: ScrollText, key: 'l', group: 'build' },
  { name: 'Settings', to: '/w/$ws/settings', Icon: Settings, key: 'e', group: 'build' },
];
