import { Dialog } from '../ui/dialog.tsx';
import { MODIFIER } from './modifier.ts';
import { SECTIONS } from './sections.ts';

const GROUPS: readonly { readonly name: string; readonly keys: readonly [string, string][] }[] = [
  {
    name: 'Everywhere',
    keys: [
      [`${MODIFIER} K`, 'Go to anything'],
      ['?', 'This list'],
      ...SECTIONS.map(({ key, name }): [string, string] => [`G then ${key.toUpperCase()}`, name]),
    ],
  },
  {
    name: 'Inbox',
    keys: [
      ['J and K', 'Next and previous question'],
      ['A, then Enter', 'Approve'],
      ['D, then Enter', 'Deny'],
      ['E', 'Edit the arguments'],
      ['H', 'History, and back'],
    ],
  },
  {
    name: 'Run',
    keys: [
      ['J and K', 'Next and previous step'],
      ['Enter', 'Open or close the step'],
      ['/', 'Find steps'],
    ],
  },
  {
    name: 'Agent',
    keys: [
      [`${MODIFIER} Z`, 'Undo'],
      [`${MODIFIER} Shift Z`, 'Redo'],
    ],
  },
  {
    name: 'Chat',
    keys: [
      ['Enter', 'Send'],
      ['Shift Enter', 'New line'],
    ],
  },
];

/** All shortcuts. */
export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" wide>
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {GROUPS.map(({ name, keys }) => (
          <section key={name}>
            <h3 className="text-[13px] font-semibold text-ink-3">{name}</h3>
            <dl className="mt-2 grid gap-1.5">
              {keys.map(([key, does]) => (
                <div key={key} className="flex justify-between gap-4 text-sm">
                  <dt className="text-ink-2">{does}</dt>
                  <dd className="font-medium whitespace-nowrap">{key}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
