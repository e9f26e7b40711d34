import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';

/** A reason, if one wants to give it, and then the no. */
export function DenyForm({
  isUnknown,
  onCancel,
  onDeny,
}: {
  isUnknown: boolean;
  onCancel: () => void;
  onDeny: (reason: string) => void;
}) {
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDeny(reason.trim());
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      className="grid gap-3 rounded-xl border border-line p-4"
    >
      <Field
        label={isUnknown ? 'Why do you give up?' : 'Why not?'}
        optional
        hint="The agent reads it and can take another way."
      >
        {(control) => (
          <Input
            {...control}
            autoFocus
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" look="danger">
          {isUnknown ? 'Give up' : 'Deny'}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Back
        </Button>
      </div>
    </form>
  );
}
