import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { part } from '../../app/reload-when-replaced.ts';
import { keys } from '../../data/keys.ts';
import { reaches } from '../../data/roles.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Problem, SkeletonRows } from '../../ui/states.tsx';
import { count } from '../../ui/time.ts';
import { Audit } from './audit.tsx';

/** The log of everything that was meant and done: its signed head, its key, and the ways to check it. */
export function Ledger() {
  const { api, id, role } = useWorkspace();
  const head = useQuery({
    queryKey: keys.ledger(id),
    queryFn: async () => {
      const [checkpoint, key, verify] = await Promise.all([
        api.ledger.checkpoint(),
        api.ledger.key(),
        part(() => import('../../proof/verify-head.ts')),
      ]);
      return { checkpoint, key, isSigned: verify.isSigned(checkpoint, key) };
    },
    refetchInterval: 15_000,
  });
  const isAdmin = reaches(role, 'admin');
  if (head.isError && !head.data)
    return <Problem page error={head.error} retry={() => void head.refetch()} />;
  return (
    <Page
      width="narrow"
      title="Ledger"
      lead="Everything that was meant, decided and done, in an append-only log. Whoever has an earlier head of it can tell if anything was changed, taken out or cut off since."
    >
      {!head.data ? (
        <SkeletonRows rows={4} />
      ) : (
        <>
          <Section title="Signed head">
            <dl className="grid gap-x-6 gap-y-3 text-[15px] sm:grid-cols-[7rem_1fr]">
              <dt className="text-sm text-ink-3">Entries</dt>
              <dd className="font-serif text-[26px] leading-none">
                {count(head.data.checkpoint.size)}
              </dd>
              <dt className="text-sm text-ink-3">Root</dt>
              <dd>
                <Copyable whole text={head.data.checkpoint.root} label="root hash" />
              </dd>
              <dt className="text-sm text-ink-3">Log</dt>
              <dd className="font-mono text-[13px] break-all">{head.data.checkpoint.origin}</dd>
              <dt className="text-sm text-ink-3">Signature</dt>
              <dd className={head.data.isSigned ? 'text-allowed' : 'text-refused'}>
                {head.data.isSigned
                  ? 'Checked by your browser just now: it holds.'
                  : 'It does not hold for the key below. Do not rely on this log.'}
              </dd>
            </dl>
            <details className="mt-4">
              <summary className="cursor-pointer text-sm font-medium text-ink-2">
                The note as it was signed
              </summary>
              <pre className="mt-2 overflow-x-auto rounded-lg bg-sunken p-3 font-mono text-xs">
                {head.data.checkpoint.note}
              </pre>
            </details>
          </Section>
          <Section
            title="Key"
            lead="Checkpoints and proofs are checked with it. Keep a copy elsewhere: a proof that comes with its own key only vouches for itself. The private half stays in the broker’s process."
          >
            <Copyable whole text={head.data.key} label="verifier key" />
          </Section>
        </>
      )}
      {isAdmin && (
        <>
          <Section
            title="Check the stored log"
            lead="Reads every entry the server holds and computes the tree anew."
          >
            <Audit />
          </Section>
          <Section
            title="Export"
            lead="The whole log with its proofs, as lines of JSON. Check it anywhere, without this server or a network."
          >
            <a
              href={`/api/v1/workspaces/${encodeURIComponent(id)}/ledger/export`}
              download={`${id}.ledger.ndjson`}
              className="inline-flex min-h-9 items-center gap-2 rounded-lg border border-line bg-sheet px-3.5 text-sm font-medium hover:border-line-strong"
            >
              <Download size={15} aria-hidden="true" /> Download the log
            </a>
            <p className="mt-4 text-sm text-ink-2">With the command line:</p>
            <pre className="mt-2 overflow-x-auto rounded-lg bg-sunken p-3 font-mono text-[13px]">
              npm run countersign -- ledger verify
            </pre>
          </Section>
        </>
      )}
    </Page>
  );
}
