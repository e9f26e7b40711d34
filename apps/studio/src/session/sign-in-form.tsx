import { type FormEvent, useState } from 'react';
import { isApiError } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { ProblemLine } from '../ui/states.tsx';
import { useSession } from './session.tsx';

/** E-mail and password. `done` is called once the session's cookie is set. */
export function SignInForm({ email = '', done }: { email?: string; done: () => Promise<void> }) {
  const { account } = useSession();
  const [draft, setDraft] = useState({ email, password: '' });
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await account.signIn(draft.email.trim(), draft.password);
      await done();
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  }

  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="E-mail address">
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            required
            autoFocus={email === ''}
            value={draft.email}
            onChange={(event) => setDraft({ ...draft, email: event.target.value })}
          />
        )}
      </Field>
      <Field label="Password">
        {(control) => (
          <Input
            {...control}
            type="password"
            name="password"
            autoComplete="current-password"
            required
            autoFocus={email !== ''}
            value={draft.password}
            onChange={(event) => setDraft({ ...draft, password: event.target.value })}
          />
        )}
      </Field>
      {error !== null && <ProblemLine error={error} />}
      {isApiError(error, 'HTTP_RATE') && error.retryAfterMs !== null && (
        <p className="text-[13px] text-ink-2">
          You can try again in {Math.ceil(error.retryAfterMs / 1000)} seconds.
        </p>
      )}
      <Button type="submit" look="primary" size="large" busy={busy}>
        {busy ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}
