import { Select } from '../ui/field.tsx';
import { MORE } from './more-calls.ts';

/** Lets a person say, with a yes, that more calls like this one were meant. Nothing where that can never be. */
export function MoreBox({ more, onChange }: { more: number; onChange: (more: number) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-sunken px-3 py-2.5 text-sm">
      <p className="min-w-0 flex-1 basis-60 text-pretty text-ink-2">
        <b className="font-medium text-ink">More like this in this run.</b> Calls that go to the
        same place, touch the same and have the same amounts then count as asked for. What else is
        in them is looked at as before.
      </p>
      <Select
        aria-label="More calls like this one"
        className="!w-auto !py-1 text-sm"
        value={more}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {MORE.map((one) => (
          <option key={one} value={one}>
            {one === 0 ? 'only this one' : `and up to ${one} more`}
          </option>
        ))}
      </Select>
    </div>
  );
}
