import type { ErrorComponentProps } from '@tanstack/react-router';
import { Problem, Skeleton, SkeletonRows } from '../ui/states.tsx';
import { PartMissing } from './reload-when-replaced.ts';

/** A page on its way. */
export function PageLoading() {
  return (
    <div className="mx-auto max-w-4xl px-4 pt-6 sm:px-8 sm:pt-14">
      <h1 className="sr-only">Loading</h1>
      <Skeleton className="h-9 w-52" />
      <div className="mt-10">
        <SkeletonRows />
      </div>
    </div>
  );
}

/** The same before one is in a workspace, where no page is around it. */
export function Outside() {
  return (
    <main>
      <PageLoading />
    </main>
  );
}

/** A page that broke. The rest of the studio goes on. */
export function PageFault({ error, reset }: ErrorComponentProps) {
  // A part that was not fetched is asked for again by a page that is loaded anew.
  const retry = error instanceof PartMissing ? () => location.reload() : reset;
  return <Problem page error={error} retry={retry} />;
}
