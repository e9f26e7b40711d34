import type { SecretView } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keys } from '../../data/keys.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Ago } from '../../ui/moment.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemLine } from '../../ui/states.tsx';

/** What is stored of secrets. A value goes in with its connection and never comes out: the broker alone can open it. */
export function Secrets({ names }: { names: ReadonlyMap<string, string> }) {
  const { api, id } = useWorkspace();
  const secrets = useQuery({ queryKey: keys.secrets(id), queryFn: () => api.secrets.list() });
  return (
    <Section
      title="Secrets"
      lead="Entered with a connection and sealed for exactly where it leads. No page, agent or log shows a value again."
    >
      <ProblemLine error={secrets.error} />
      {secrets.data?.length === 0 && <p className="text-sm text-ink-3">None is stored.</p>}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {secrets.data?.map((secret) => (
          <li
            key={secret.name}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5 text-sm"
          >
            <span className="flex flex-wrap items-baseline gap-x-3">
              {secret.connection === null ? (
                <span className="font-mono">{secret.name}</span>
              ) : (
                <Link
                  to="/w/$ws/connections/$connection"
                  params={{ ws: id, connection: secret.connection }}
                  className="underline decoration-line-strong underline-offset-3"
                >
                  {names.get(secret.connection) ?? secret.connection}
                </Link>
              )}
              <State of={secret} />
            </span>
            <span className="text-[13px] text-ink-3">
              version {secret.version}, <Ago at={secret.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function State({ of: { connection, state } }: { of: SecretView }) {
  if (connection === null) return <Badge>not used</Badge>;
  if (state === null || state === 'ready') return null;
  return <Badge tone="held">enter it again</Badge>;
}
