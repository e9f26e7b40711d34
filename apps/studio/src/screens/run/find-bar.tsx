import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { StepFilter } from '../../run/find-steps.ts';
import { isTyping } from '../../shell/is-typing.ts';
import { IconButton } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Choice } from '../../ui/tabs.tsx';
import { count } from '../../ui/time.ts';

/** Finds steps by what stands in them. Only those near the window are drawn, so the browser’s own search is no help. */
export function FindBar({
  filter,
  onChange,
  found,
  all,
}: {
  filter: StepFilter;
  onChange: (filter: StepFilter) => void;
  found: number;
  all: number;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.metaKey || event.ctrlKey || isTyping(event)) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const isNarrowed = filter.text.trim() !== '' || filter.only !== 'all';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="relative min-w-48 flex-1">
        <Search
          size={15}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
        />
        <input
          ref={input}
          type="search"
          aria-label="Find steps"
          placeholder={`Find in ${count(all)} steps`}
          value={filter.text}
          onChange={(event) => onChange({ ...filter, text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            onChange({ ...filter, text: '' });
            event.currentTarget.blur();
          }}
          className="min-h-9 w-full rounded-lg border border-line bg-sheet pr-9 pl-9 [&::-webkit-search-cancel-button]:hidden text-sm hover:border-line-strong pointer-coarse:min-h-11"
        />
        <span className="absolute top-1/2 right-1.5 flex -translate-y-1/2 text-ink-3">
          {filter.text === '' ? (
            <span className="pr-1.5">
              <Kbd>/</Kbd>
            </span>
          ) : (
            <IconButton label="Clear" onClick={() => onChange({ ...filter, text: '' })}>
              <X size={14} aria-hidden="true" />
            </IconButton>
          )}
        </span>
      </div>
      <Choice
        label="Which steps"
        value={filter.only}
        onChange={(only) => onChange({ ...filter, only })}
        options={[
          { value: 'all', label: 'All' },
          { value: 'notable', label: 'Held or failed' },
        ]}
      />
      <p role="status" className="text-[13px] text-ink-3 tabular-nums empty:hidden">
        {isNarrowed && `${count(found)} of ${count(all)}`}
      </p>
    </div>
  );
}
