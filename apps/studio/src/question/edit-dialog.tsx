import {
  canonical,
  isJsonObject,
  type Json,
  type JsonObject,
  type QuestionRecord,
} from '@countersign/contract';
import { useState } from 'react';
import { useActions } from '../data/queries.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Textarea } from '../ui/field.tsx';
import { Choice } from '../ui/tabs.tsx';
import { ArgsDiff } from './args-diff.tsx';
import { diffArgs } from './diff-args.ts';
import { EditFields } from './edit-fields.tsx';

/** What was written so far. It outlives the window: one that was closed by mistake loses nothing. */
interface Draft {
  readonly way: 'fields' | 'json';
  readonly args: JsonObject;
  readonly text: string;
}

/** Other arguments instead, field by field or as JSON, with what differs before it is sent. */
export function EditDialog({
  question,
  open,
  onClose,
  onSend,
}: {
  question: QuestionRecord;
  open: boolean;
  onClose: () => void;
  onSend: (args: JsonObject) => void;
}) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(question.args));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      wide
      title="Edit the arguments"
      description="An edit is a new call. It is decided anew: what you write counts as your own words, and about the rest you may be asked again."
    >
      <Editor
        question={question}
        draft={draft}
        onDraft={setDraft}
        onClose={onClose}
        onSend={onSend}
      />
    </Dialog>
  );
}

function Editor({
  question,
  draft,
  onDraft,
  onClose,
  onSend,
}: {
  question: QuestionRecord;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  onClose: () => void;
  onSend: (args: JsonObject) => void;
}) {
  const { data: actions } = useActions();
  const schema = actions?.find(({ id }) => id === question.action)?.input;
  const { way, args, text } = draft;
  const parsed = way === 'json' ? parse(text) : args;
  const changes = parsed === null ? [] : diffArgs(question.args, parsed);
  const isTouched = parsed === null || canonical(parsed) !== canonical(question.args);
  const turn = (next: Draft['way']) =>
    onDraft(
      next === 'json'
        ? { way: next, args, text: JSON.stringify(args, null, 2) }
        : { way: next, args: parsed ?? args, text },
    );

  return (
    <div className="grid gap-5">
      <Choice
        label="Edit as"
        value={way}
        onChange={turn}
        options={[
          { value: 'fields', label: 'Fields' },
          { value: 'json', label: 'JSON' },
        ]}
      />
      {way === 'fields' ? (
        <EditFields
          // The catalog's schema is JSON by its own schema; zod types it as wider.
          schema={(schema as Json | undefined) ?? null}
          args={args}
          onChange={(next) => onDraft({ ...draft, args: next })}
        />
      ) : (
        <div>
          <Textarea
            aria-label="Arguments as JSON"
            spellCheck={false}
            className="min-h-60 font-mono text-[13px]"
            value={text}
            onChange={(event) => onDraft({ ...draft, text: event.target.value })}
          />
          {parsed === null && (
            <p role="alert" className="mt-1.5 text-[13px] text-refused">
              This is not a JSON object yet.
            </p>
          )}
        </div>
      )}
      <section aria-label="What differs" className="border-t border-line pt-4">
        <h3 className="mb-3 text-[13px] font-semibold text-ink-2">What differs</h3>
        {changes.length === 0 ? (
          <p className="text-sm text-ink-3">Nothing yet.</p>
        ) : (
          <ArgsDiff changes={changes} />
        )}
      </section>
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={parsed === null || !isTouched}
          onClick={() => parsed !== null && onSend(parsed)}
        >
          Send as a new call
        </Button>
        <Button look="quiet" onClick={onClose}>
          Back
        </Button>
        {isTouched && (
          <Button look="quiet" onClick={() => onDraft(draftOf(question.args))}>
            Start over
          </Button>
        )}
      </div>
    </div>
  );
}

function draftOf(args: JsonObject): Draft {
  return { way: 'fields', args, text: '' };
}

function parse(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
