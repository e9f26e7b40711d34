import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { useSession } from '../../session/session.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { THEMES, useTheme } from '../../shell/theme.ts';
import { useSignOut } from '../../shell/use-sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { Choice } from '../../ui/tabs.tsx';
import { changePassword } from './change-password.ts';

/** Who is signed in, how it looks, and the password. */
export function Account() {
  const { person, role } = useWorkspace();
  const [theme, setTheme] = useTheme();
  const signOut = useSignOut();
  return (
    <>
      <Section title={person.name} lead={`${person.email}, ${role} here.`}>
        <Button onClick={() => void signOut()}>Sign out</Button>
      </Section>
      <Section title="Look">
        <Choice label="Look" value={theme} options={THEMES} onChange={setTheme} />
      </Section>
      <Section title="Password" lead="Changing it ends your sessions everywhere else.">
        <Password />
      </Section>
    </>
  );
}

function Password() {
  const { fetch } = useSession();
  const [draft, setDraft] = useState({ current: '', next: '' });
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const problem = await changePassword(fetch, draft.current, draft.next);
    setBusy(false);
    setError(problem);
    if (problem !== null) return;
    setDraft({ current: '', next: '' });
    toast('Your password is changed');
  }

  return (
    <form className="grid max-w-sm gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="The one you have" error={error}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="current-password"
            required
            value={draft.current}
            onChange={(event) => setDraft({ ...draft, current: event.target.value })}
          />
        )}
      </Field>
      <Field label="The new one" hint="At least 10 characters.">
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            required
            minLength={10}
            maxLength={128}
            value={draft.next}
            onChange={(event) => setDraft({ ...draft, next: event.target.value })}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={busy}>
          Change it
        </Button>
      </div>
    </form>
  );
}
