import { type FormEvent, type ReactNode, useState } from 'react';
import { isApiError } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { ProblemLine } from '../ui/states.tsx';
import { useSession } from './session.tsx';

/** What lets a new person in. */
export type Pass =
  | { readonly kind: 'set-up'; readonly code: string }
  | { readonly kind: 'invitation'; readonly token: string };

const SHORTEST = 10;

/** Name, e-mail and password of a new account, and the code where it is not known yet. */
export function NewAccountForm({
  pass,
  submit: label,
  done,
  after,
}: {
  pass: Pass;
  submit: string;
  done: () => Promise<void>;
  after?: ReactNode;
}) {
  const { account } = useSession();
  const [draft, setDraft] = useState({
    name: '',
    email: '',
    password: '',
    code: pass.kind === 'set-up' ? pass.code : '',
  });
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const asksCode = pass.kind === 'set-up' && (pass.code === '' || isApiError(error, 'HTTP_SETUP'));
  const errorOf = (field: string) =>
    isApiError(error) && error.field === field ? error.message : null;
  const set = (field: keyof typeof draft) => (event: { target: { value: string } }) =>
    setDraft({ ...draft, [field]: event.target.value });

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setError(null);
    const { name, email, password, code } = draft;
    try {
      await account.signUp({
        name: name.trim(),
        email: email.trim(),
        password,
        ...(pass.kind === 'set-up' ? { setupCode: code } : { invitation: pass.token }),
      });
      await done();
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  }

  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      {asksCode && (
        <Field
          label="Set-up code"
          hint="The server printed it when it started."
          error={isApiError(error, 'HTTP_SETUP') ? error.message : null}
        >
          {(control) => (
            <Input
              {...control}
              required
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
              value={draft.code}
              onChange={set('code')}
            />
          )}
        </Field>
      )}
      <Field label="Your name" error={errorOf('name')}>
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="name"
            required
            maxLength={80}
            value={draft.name}
            onChange={set('name')}
          />
        )}
      </Field>
      <Field label="E-mail address" error={errorOf('email')}>
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            required
            value={draft.email}
            onChange={set('email')}
          />
        )}
      </Field>
      <Field
        label="Password"
        hint={`At least ${SHORTEST} characters. Length beats oddity.`}
        error={errorOf('password')}
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            name="password"
            autoComplete="new-password"
            required
            minLength={SHORTEST}
            maxLength={128}
            value={draft.password}
            onChange={set('password')}
          />
        )}
      </Field>
      {error !== null &&
        !isApiError(error, 'HTTP_SETUP') &&
        !(isApiError(error) && error.field) && <ProblemLine error={error} />}
      <Button type="submit" look="primary" size="large" busy={busy}>
        {busy ? 'Making the account…' : label}
      </Button>
      {after}
    </form>
  );
}
