import type { Json } from '@countersign/contract';
import { Quoted } from '../../quote/quoted.tsx';
import { Visible } from '../../quote/visible-text.tsx';
import { Popover } from '../../ui/popover.tsx';

const SHORT = 90;

/** A value in a grid: short ones whole, long ones cut and opened in full. Outsiders may have written it. */
export function Cell({ value }: { value: Json }) {
  if (value === null) return <span className="text-ink-3">–</span>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= SHORT && !text.includes('\n')) {
    return (
      <span className="break-words [unicode-bidi:isolate]">
        <Visible text={text} />
      </span>
    );
  }
  return (
    <Popover
      label="The whole value"
      trigger={
        <button
          type="button"
          className="cursor-pointer rounded text-left underline decoration-line-strong decoration-dotted underline-offset-3"
        >
          <Visible text={`${text.slice(0, SHORT).toWellFormed().replace(/\s+/g, ' ')}…`} />
        </button>
      }
    >
      <Quoted value={value} />
    </Popover>
  );
}
