import type { SecretView } from '@countersign/contract';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import type { FormField } from './kinds.ts';

/** What is said of a stored secret by its state; null where nobody can tell now. */
const STATES: Readonly<Record<NonNullable<SecretView['state']>, string>> = {
  ready: 'One is stored, sealed for where this connection leads. Leave it empty to keep it.',
  unneeded: 'One is stored, and this connection does not use it.',
  missing: 'None is stored yet, so agents cannot use the connection.',
  unreadable: 'The stored one does not open any more. Enter it again.',
  unbound:
    'The stored one is not bound to a destination yet. See that the address is right, and enter it again.',
  elsewhere: 'The stored one was entered for another destination. Enter it again.',
  unfit: 'The connection leads nowhere that a secret could be sent to.',
};

/** The secret a connection signs in with. Its value goes in with the connection and is never shown. */
export function SecretField({
  field: { label, optional = false },
  stored,
  isNamed,
  value,
  error,
  set,
  drop,
}: {
  field: FormField;
  /** What is stored under the connection's name for it; null for nothing. */
  stored: SecretView | null;
  /** The connection signs in with a secret, stored or not. */
  isNamed: boolean;
  value: string;
  error: string | null;
  set: (value: string) => void;
  /** Lets the connection sign in without one. */
  drop: () => void;
}) {
  const isKept = stored !== null && (stored.state === 'ready' || stored.state === null);
  return (
    <div className="grid justify-items-start gap-1.5">
      <Field
        label={label}
        optional={optional && !isNamed}
        error={error}
        hint={hintOf(stored, isNamed)}
        className="w-full"
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="off"
            required={!isKept && !optional}
            value={value}
            onChange={(event) => set(event.target.value)}
          />
        )}
      </Field>
      {optional && isNamed && (
        <Button size="small" onClick={drop}>
          Use none
        </Button>
      )}
    </div>
  );
}

function hintOf(stored: SecretView | null, isNamed: boolean): string {
  if (!isNamed) return 'Sealed when you save, for exactly where this connection leads.';
  if (stored === null) return STATES.missing;
  if (stored.state === 'elsewhere' && stored.enteredFor !== null)
    return `The stored one was entered for ${stored.enteredFor}. If it was not you who had this connection lead elsewhere, find out who did before you enter it again.`;
  return stored.state === null ? 'One is stored. Leave it empty to keep it.' : STATES[stored.state];
}
