import type { Explanation, JsonObject } from '@countersign/contract';
import { ExplanationView } from './explanation.tsx';

/** All that the gateway looked at, behind a line that opens it. */
export function Decision({
  why,
  args,
  title = 'How the gateway decided',
}: {
  why: Explanation;
  args: JsonObject | null;
  title?: string;
}) {
  return (
    <details className="group/why">
      <summary className="w-fit cursor-pointer rounded text-[13px] font-medium text-ink-2 underline decoration-line-strong underline-offset-3 hover:text-ink">
        {title}
      </summary>
      <div className="mt-3 border-l-2 border-line pl-4">
        <ExplanationView why={why} args={args} />
      </div>
    </details>
  );
}
