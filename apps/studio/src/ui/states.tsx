import { CloudOff, RotateCw, ShieldX } from 'lucide-react';
import type { ReactNode } from 'react';
import { isApiError, isUnreachable } from '../api/api-error.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

/** Where something will stand, while it is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classes('animate-pulse-soft rounded-md bg-line/60', className)}
    />
  );
}

/** Rows that are on their way. */
export function SkeletonRows({ rows = 6 }: { rows?: number }) {
  return (
    <output aria-label="Loading" className="block divide-y divide-line/70">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
        <span key={row} className="flex items-center gap-4 py-4">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="ml-auto h-3 w-16" />
        </span>
      ))}
    </output>
  );
}

/** Nothing is here yet: what will be, and how to make it so. */
export function Empty({
  title,
  children,
  action,
  page = false,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** It stands in place of a whole page. */
  page?: boolean;
}) {
  const Heading = page ? 'h1' : 'h2';
  return (
    <div className="mx-auto max-w-md px-4 py-16 text-center">
      <Heading className="font-serif text-[22px] leading-snug text-balance">{title}</Heading>
      <div className="mt-2 text-[15px] text-pretty text-ink-2">{children}</div>
      {action && <div className="mt-6 flex justify-center gap-2">{action}</div>}
    </div>
  );
}

/** Something could not be had: why, its code for whoever is asked about it, and the way out. */
export function Problem({
  error,
  retry,
  className,
  page = false,
}: {
  error: unknown;
  retry?: (() => void) | undefined;
  className?: string;
  /** It stands in place of a whole page. */
  page?: boolean;
}) {
  const Heading = page ? 'h1' : 'h2';
  const { Icon, title, text, code } = wordsOf(error);
  return (
    <div role="alert" className={classes('mx-auto max-w-md px-4 py-14 text-center', className)}>
      <Icon size={22} aria-hidden="true" className="mx-auto text-ink-3" />
      <Heading className="mt-3 font-serif text-[22px] leading-snug">{title}</Heading>
      <p className="mt-2 text-[15px] text-ink-2">{text}</p>
      <p className="mt-2 font-mono text-xs text-ink-3">{code}</p>
      {retry && (
        <Button className="mt-5" onClick={retry}>
          <RotateCw size={15} aria-hidden="true" /> Try again
        </Button>
      )}
    </div>
  );
}

/** The same in one line, for the place where something was tried. */
export function ProblemLine({ error }: { error: unknown }) {
  if (!error) return null;
  const { text, code } = wordsOf(error);
  return (
    <p role="alert" className="rounded-lg bg-refused-soft px-3 py-2 text-sm text-refused">
      {text} <span className="font-mono text-xs whitespace-nowrap opacity-80">{code}</span>
    </p>
  );
}

function wordsOf(error: unknown) {
  if (error instanceof Error && error.name === 'PartMissing') {
    return {
      Icon: CloudOff,
      title: 'A part of the studio is missing',
      text: 'It could not be fetched. The server may be away. Trying again loads the page anew.',
      code: error.name,
    };
  }
  if (!isApiError(error)) {
    return {
      Icon: RotateCw,
      title: 'The studio stumbled',
      text: 'This part of the page could not be shown. Trying again may help; nothing was lost.',
      code: error instanceof Error ? error.name : 'ERROR',
    };
  }
  const code = error.requestId ? `${error.code} · request ${error.requestId}` : error.code;
  if (isUnreachable(error))
    return { Icon: CloudOff, title: 'No answer from the server', text: error.message, code };
  if (error.status === 403)
    return { Icon: ShieldX, title: 'Not for your role', text: error.message, code };
  if (error.status === 404)
    return { Icon: ShieldX, title: 'Nothing here', text: error.message, code };
  return { Icon: RotateCw, title: 'That did not work', text: error.message, code };
}
