import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../data/keys.ts';
import { Quoted } from '../../quote/quoted.tsx';
import { Visible } from '../../quote/visible-text.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { Problem, SkeletonRows } from '../../ui/states.tsx';
import { Choice } from '../../ui/tabs.tsx';
import { exactTime } from '../../ui/time.ts';

/** One mail as it was taken: who, what, and the raw form. Plain text, whatever it says it is. */
export function OutboxMailView({ mail: id }: { mail: string }) {
  const { api, id: ws } = useWorkspace();
  const [form, setForm] = useState<'text' | 'raw'>('text');
  const mail = useQuery({
    queryKey: [...keys.outbox(ws), id],
    queryFn: () => api.data.outboxMail(id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (mail.isError) return <Problem error={mail.error} retry={() => void mail.refetch()} />;
  if (!mail.data) return <SkeletonRows rows={4} />;
  const { from, to, subject, text, raw, at } = mail.data;
  const headers = [
    ['From', from],
    ['To', to.join(', ')],
    ['Subject', subject],
    ['Taken', exactTime(at)],
  ] as const;
  return (
    <div className="grid gap-6">
      <dl className="grid grid-cols-[4.5rem_1fr] items-baseline gap-x-4 gap-y-1.5 border-y border-line py-4 text-[15px] sm:grid-cols-[5rem_1fr]">
        {headers.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-sm text-ink-3">{name}</dt>
            <dd className="min-w-0 break-words [unicode-bidi:isolate]">
              <Visible text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <Choice
        label="Form"
        value={form}
        onChange={setForm}
        options={[
          { value: 'text', label: 'Text' },
          { value: 'raw', label: 'Raw, with headers' },
        ]}
      />
      {form === 'text' ? (
        <div className="text-[15px] leading-relaxed break-words whitespace-pre-wrap [unicode-bidi:isolate]">
          <Visible text={text} breaks="plain" />
        </div>
      ) : (
        <Quoted value={raw} />
      )}
    </div>
  );
}
