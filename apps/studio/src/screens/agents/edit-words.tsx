import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import type { EditPart } from './edit-part.ts';

/** Name, instructions, and what people see before they write. */
export function EditWords({ draft, edit, errorOf }: EditPart) {
  const { suggestions } = draft;
  const setSuggestion = (at: number, text: string | null) =>
    edit(
      {
        suggestions:
          text === null
            ? suggestions.filter((_, other) => other !== at)
            : suggestions.map((one, other) => (other === at ? text : one)),
      },
      `suggestion ${at}`,
    );
  return (
    <div className="grid gap-5">
      <Field label="Name" error={errorOf('name')}>
        {(control) => (
          <Input
            {...control}
            maxLength={80}
            value={draft.name}
            onChange={(event) => edit({ name: event.target.value }, 'name')}
          />
        )}
      </Field>
      <Field
        label="Description"
        optional
        hint="For people who choose between agents."
        error={errorOf('description')}
      >
        {(control) => (
          <Textarea
            {...control}
            maxLength={500}
            className="!min-h-0"
            rows={2}
            value={draft.description}
            onChange={(event) => edit({ description: event.target.value }, 'description')}
          />
        )}
      </Field>
      <Field
        label="Instructions"
        hint="What it is told before everything else. They count as your own words."
        error={errorOf('instructions')}
      >
        {(control) => (
          <Textarea
            {...control}
            maxLength={50_000}
            className="min-h-48"
            value={draft.instructions}
            onChange={(event) => edit({ instructions: event.target.value }, 'instructions')}
          />
        )}
      </Field>
      <Field
        label="Opening"
        optional
        hint="Shown before the first message."
        error={errorOf('opening')}
      >
        {(control) => (
          <Textarea
            {...control}
            maxLength={2000}
            className="!min-h-0"
            rows={2}
            value={draft.opening}
            onChange={(event) => edit({ opening: event.target.value }, 'opening')}
          />
        )}
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">Suggestions</legend>
        {suggestions.map((suggestion, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a suggestion has no name but its place
          <div key={at} className="flex gap-2">
            <Input
              aria-label={`Suggestion ${at + 1}`}
              maxLength={200}
              value={suggestion}
              onChange={(event) => setSuggestion(at, event.target.value)}
            />
            <IconButton
              label={`Remove suggestion ${at + 1}`}
              onClick={() => setSuggestion(at, null)}
            >
              <X size={16} aria-hidden="true" />
            </IconButton>
          </div>
        ))}
        {errorOf('suggestions') && (
          <p className="text-[13px] text-refused">{errorOf('suggestions')}</p>
        )}
        {suggestions.length < 8 && (
          <div>
            <Button
              size="small"
              look="quiet"
              onClick={() => edit({ suggestions: [...suggestions, ''] }, 'add suggestion')}
            >
              <Plus size={14} aria-hidden="true" /> Add a suggestion
            </Button>
          </div>
        )}
      </fieldset>
    </div>
  );
}
