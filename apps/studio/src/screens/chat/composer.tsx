import { ArrowUp, ClipboardPaste, Paperclip, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { visibleText } from '../../quote/visible.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/states.tsx';
import { bytes, count } from '../../ui/time.ts';
import { undoable } from '../../ui/undoable.ts';
import { isBlock } from './pasted.ts';
import { useFiles } from './use-files.ts';
import type { Outgoing } from './use-start-run.ts';

/** Where a message is written. Enter sends; what is pasted in pages, or attached, is kept apart as anyone's words. */
export function Composer({
  placeholder,
  busy,
  error,
  onSend,
  aside,
}: {
  placeholder: string;
  busy: boolean;
  error: unknown;
  onSend: (message: Outgoing) => Promise<unknown>;
  aside?: ReactNode;
}) {
  const [text, setText] = useState('');
  const [pasted, setPasted] = useState<readonly string[]>([]);
  const files = useFiles();
  const input = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const canSend = text.trim() !== '' && !busy && !files.isUploading;

  async function send() {
    if (!canSend) return;
    try {
      await onSend({ text: text.trim(), pasted, files: files.ready.map(({ object }) => object) });
      setText('');
      setPasted([]);
      files.clear();
    } catch {
      // The error is shown above the text, which stays to be sent again.
    }
    input.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    // An Enter that ends a composition (Japanese, Chinese, Korean) belongs to it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  }
  function onPaste(event: ClipboardEvent) {
    const given = [...event.clipboardData.files];
    if (given.length > 0) {
      event.preventDefault();
      files.add(given);
      return;
    }
    const block = event.clipboardData.getData('text/plain');
    if (!isBlock(block)) return;
    event.preventDefault();
    setPasted([...pasted, block]);
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void send();
  }

  return (
    <form
      onSubmit={onSubmit}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        files.add([...event.dataTransfer.files]);
      }}
      className="sticky bottom-(--bar) z-10 bg-paper pb-4 lg:pb-6"
    >
      {error !== null && (
        <div className="mb-2">
          <ProblemLine error={error} />
        </div>
      )}
      <div className="rounded-2xl border border-line-strong/60 bg-sheet shadow-sheet transition-colors focus-within:border-line-strong">
        {(pasted.length > 0 || files.all.length > 0) && (
          <div className="px-3 pt-3">
            <ul className="flex flex-wrap gap-1.5">
              {pasted.map((block, at) => (
                <Chip
                  // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no name but their place
                  key={at}
                  Icon={ClipboardPaste}
                  label={`Pasted, ${count(block.length)} characters`}
                  onRemove={() => {
                    setPasted(pasted.toSpliced(at, 1));
                    undoable('The pasted text is gone', () =>
                      setPasted((now) => now.toSpliced(at, 0, block)),
                    );
                  }}
                />
              ))}
              {files.all.map(({ key, name, size, state }) => (
                <Chip
                  key={key}
                  Icon={Paperclip}
                  label={`${visibleText(name)}, ${state === 'uploading' ? 'uploading…' : state === 'failed' ? 'not taken' : bytes(size)}`}
                  isBad={state === 'failed'}
                  onRemove={() => {
                    files.remove(key);
                    undoable(`${visibleText(name)} is not attached`, () => files.putBack(key));
                  }}
                />
              ))}
            </ul>
            <p className="mt-1.5 text-xs text-ink-3">
              Kept apart as anyone’s words: the agent reads them, and they vouch for nothing.
            </p>
            {files.error !== null && <ProblemLine error={files.error} />}
          </div>
        )}
        <textarea
          ref={input}
          rows={1}
          aria-label="Message"
          placeholder={placeholder}
          value={text}
          maxLength={100_000}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="field-sizing-content block max-h-[40dvh] min-h-12 w-full resize-none bg-transparent px-4 pt-3.5 pb-1 text-[16px] leading-normal outline-none"
        />
        <div className="flex items-center gap-1 px-2 pb-2">
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              files.add([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <IconButton label="Attach files" onClick={() => picker.current?.click()}>
            <Paperclip size={17} aria-hidden="true" />
          </IconButton>
          <span className="ml-auto flex items-center gap-2">
            {aside}
            <Button
              type="submit"
              look="primary"
              size="small"
              aria-label="Send"
              disabled={!canSend}
              className="aspect-square !rounded-full !px-0"
            >
              <ArrowUp size={17} aria-hidden="true" />
            </Button>
          </span>
        </div>
      </div>
    </form>
  );
}

function Chip({
  Icon,
  label,
  isBad = false,
  onRemove,
}: {
  Icon: typeof Paperclip;
  label: string;
  isBad?: boolean;
  onRemove: () => void;
}) {
  return (
    <li
      className={`inline-flex max-w-full items-center gap-1.5 rounded-full border py-0.5 pr-1 pl-2.5 text-xs font-medium ${isBad ? 'border-refused/40 text-refused' : 'border-held/35 text-held'}`}
    >
      <Icon size={12} aria-hidden="true" className="shrink-0" />
      <span className="truncate">{label}</span>
      <button
        type="button"
        aria-label={`Remove: ${label}`}
        onClick={onRemove}
        className="grid size-6 cursor-pointer place-items-center rounded-full hover:bg-held-soft"
      >
        <X size={12} aria-hidden="true" />
      </button>
    </li>
  );
}
