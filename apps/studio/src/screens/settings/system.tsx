import { useQuery } from '@tanstack/react-query';
import { keys } from '../../data/keys.ts';
import { useSession } from '../../session/session.tsx';
import { Dot } from '../../ui/badge.tsx';
import { Section } from '../../ui/page.tsx';
import { Problem, SkeletonRows } from '../../ui/states.tsx';

/** Whether every part of the server works, in its own words. */
export function System() {
  const { client } = useSession();
  const health = useQuery({
    queryKey: keys.health,
    queryFn: () => client.health(),
    refetchInterval: 10_000,
  });
  if (health.isError && !health.data)
    return <Problem error={health.error} retry={() => void health.refetch()} />;
  if (!health.data) return <SkeletonRows rows={3} />;
  const { ok, version, parts } = health.data;
  return (
    <>
      <Section
        title={ok ? 'Everything works' : 'Something does not work'}
        lead={`Countersign ${version}`}
      >
        <ul className="divide-y divide-line border-y border-line">
          {parts.map((part) => (
            <li
              key={part.name}
              className="grid grid-cols-[1rem_8rem_1fr] items-baseline gap-2 py-2.5 text-sm"
            >
              <Dot tone={part.ok ? 'allowed' : 'refused'} />
              <span className="font-medium">
                {part.name}
                <span className="sr-only">{part.ok ? ' works' : ' does not work'}</span>
              </span>
              <span className="min-w-0 break-words text-ink-2">{part.detail}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="For programs">
        <p className="text-sm text-ink-2">
          <a href="/docs" className="underline decoration-line-strong underline-offset-3">
            The API’s documentation
          </a>{' '}
          and its{' '}
          <a href="/openapi.json" className="underline decoration-line-strong underline-offset-3">
            OpenAPI description
          </a>
          .
        </p>
      </Section>
    </>
  );
}
