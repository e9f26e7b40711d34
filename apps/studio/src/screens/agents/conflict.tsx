import type { AgentDefinition, AgentRecord, JsonObject } from '@countersign/contract';
import { ArgsDiff } from '../../question/args-diff.tsx';
import { diffArgs } from '../../question/diff-args.ts';
import { Button } from '../../ui/button.tsx';

/** Somebody else saved while one was editing: what differs, and whose counts. */
export function Conflict({
  mine,
  theirs,
  onTake,
  onKeep,
}: {
  mine: AgentDefinition;
  theirs: AgentRecord;
  onTake: () => void;
  onKeep: () => void;
}) {
  // A definition is JSON by its own schema; zod types its optional members as wider.
  const changes = diffArgs(mine as unknown as JsonObject, theirs.draft as unknown as JsonObject);
  return (
    <section role="alert" className="mb-8 grid gap-4 rounded-xl border border-held/40 p-5">
      <div>
        <h2 className="font-serif text-[20px]">Somebody saved this agent while you were editing</h2>
        <p className="mt-1 text-sm text-ink-2">
          Theirs is revision {theirs.revision}. Yours is not saved. This is how theirs differs from
          yours:
        </p>
      </div>
      {changes.length === 0 ? (
        <p className="text-sm text-ink-3">In nothing: both say the same.</p>
      ) : (
        <ArgsDiff changes={changes} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={onTake}>
          Go on from theirs
        </Button>
        <Button onClick={onKeep}>Save mine over theirs</Button>
      </div>
      <p className="text-[13px] text-ink-3">
        Going on from theirs can be undone: your own comes back with Undo.
      </p>
    </section>
  );
}
