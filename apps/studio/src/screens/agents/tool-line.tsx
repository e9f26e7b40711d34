import type { ActionDescriptor } from '@countersign/contract';
import type { ReactNode } from 'react';
import { useConnectionName } from '../../data/names.ts';
import { EFFECTS, SINKS } from '../../question/words.ts';
import { nameOf } from '../../quote/arguments.tsx';
import { Badge } from '../../ui/badge.tsx';

/** A tool: what it does to the world, and what each of its arguments decides. */
export function ToolLine({
  id,
  descriptor,
  connection,
  children,
}: {
  id: string;
  descriptor: ActionDescriptor | undefined;
  connection: string | null;
  children?: ReactNode;
}) {
  const connectionName = useConnectionName();
  if (!descriptor) {
    return (
      <p className="text-sm">
        <span className="font-mono">{id}</span>{' '}
        <span className="text-refused">is not in the catalog any more, so it is refused.</span>
      </p>
    );
  }
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="text-[15px] font-medium">{descriptor.title}</span>
        <Effect descriptor={descriptor} />
        {connection !== null && (
          <span className="text-[13px] text-ink-3">through {connectionName(connection)}</span>
        )}
        {children}
      </p>
      <p className="mt-0.5 text-sm text-pretty text-ink-2">{descriptor.description}</p>
      <details className="mt-1">
        <summary className="cursor-pointer text-[13px] text-ink-3">
          <span className="font-mono">{descriptor.id}</span>, what its arguments decide
        </summary>
        <dl className="mt-2 grid gap-x-6 gap-y-1 text-[13px] sm:grid-cols-[10rem_1fr]">
          {Object.entries(descriptor.sinks).map(([pointer, sink]) => (
            <div key={pointer} className="contents">
              <dt className="font-mono break-all text-ink-2">{nameOf(pointer)}</dt>
              <dd className="text-ink-3">{SINKS[sink]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

function Effect({ descriptor }: { descriptor: ActionDescriptor }) {
  const { effect } = descriptor;
  if (typeof effect === 'string')
    return <Badge tone={EFFECTS[effect].tone}>{EFFECTS[effect].word}</Badge>;
  const effects = [...new Set([...Object.values(effect.of), effect.otherwise])];
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {effects.map((one) => (
        <Badge key={one} tone={EFFECTS[one].tone}>
          {EFFECTS[one].word}
        </Badge>
      ))}
      <span className="text-[13px] text-ink-3">by {nameOf(effect.by)}</span>
    </span>
  );
}
