import type { Message } from '@countersign/contract';
import { ClipboardPaste, Paperclip } from 'lucide-react';
import { Quoted } from '../../quote/quoted.tsx';
import { Visible } from '../../quote/visible-text.tsx';
import { Popover } from '../../ui/popover.tsx';
import { bytes, count } from '../../ui/time.ts';

/** What a person said: their own words, and beside them what they pasted or attached, which anyone may have written. */
export function Said({ messages }: { messages: readonly Message[] }) {
  const [own, ...more] = messages.filter((message) => message.role === 'user');
  if (!own) return null;
  return (
    <div className="ml-auto grid max-w-[85%] justify-items-end gap-2">
      <p className="rounded-2xl rounded-br-md bg-sunken px-4 py-2.5 break-words whitespace-pre-wrap">
        <span className="sr-only">You: </span>
        {own.text}
      </p>
      {(own.files?.length ?? 0) + more.length > 0 && (
        <ul className="flex flex-wrap justify-end gap-1.5">
          {more.map((block, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a message never move
            <li key={at}>
              <PastedBlock text={block.text.replace(/^\[pasted\]\n/, '')} />
            </li>
          ))}
          {own.files?.map((file) => (
            <li
              key={file.object}
              className="inline-flex items-center gap-1.5 rounded-full border border-held/35 px-2.5 py-0.5 text-xs font-medium text-held"
            >
              <Paperclip size={12} aria-hidden="true" />
              <Visible text={file.name} />
              <span className="font-normal">{bytes(file.bytes)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function PastedBlock({ text }: { text: string }) {
  return (
    <Popover
      label="What was pasted"
      trigger={
        <button
          type="button"
          className="inline-flex cursor-pointer items-center gap-1.5 rounded-full border border-held/35 px-2.5 py-0.5 text-xs font-medium text-held hover:bg-held-soft"
        >
          <ClipboardPaste size={12} aria-hidden="true" />
          pasted, {count(text.length)} characters
        </button>
      }
    >
      <p className="mb-3 text-ink-2">
        Pasted text may be somebody else’s, so it counts as anyone’s: the agent reads it, and it
        vouches for nothing.
      </p>
      <Quoted value={text} />
    </Popover>
  );
}
