import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classes } from './classes.ts';

/** An id or key that is copied when pressed. Long ones are cut in the middle and shown whole on hover. */
export function Copyable({
  text,
  label,
  className,
  whole = false,
}: {
  text: string;
  label: string;
  className?: string;
  whole?: boolean;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      title={`${label}: ${text}`}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      className={classes(
        'group inline-flex max-w-full cursor-pointer items-center gap-1.5 rounded font-mono text-[12.5px] text-ink-2 hover:text-ink',
        className,
      )}
    >
      <span className="sr-only">{copied ? `Copied ${label}` : `Copy ${label}`} </span>
      <span className={whole ? 'text-left break-all' : 'truncate'}>
        {whole ? text : middle(text)}
      </span>
      <Icon size={13} aria-hidden="true" className="shrink-0 opacity-50 group-hover:opacity-100" />
    </button>
  );
}

function middle(text: string): string {
  return text.length <= 28 ? text : `${text.slice(0, 14)}…${text.slice(-8)}`;
}
