import { useMembers } from '../../../data/queries.ts';
import { Ago } from '../../../ui/moment.tsx';

/** When something was done, and by whom. */
export function Moment({
  at,
  by,
  acceptedBy = null,
}: {
  at: number | null;
  by: string | null;
  acceptedBy?: string | null;
}) {
  const members = useMembers();
  const nameOf = (person: string) =>
    members.data?.find((member) => member.person === person)?.name ?? person;
  return (
    <span className="text-[13px] text-ink-2">
      {at !== null && <Ago at={at} />}
      {by !== null && <> by {nameOf(by)}</>}
      {acceptedBy !== null && <>, accepted by {nameOf(acceptedBy)}</>}
    </span>
  );
}
