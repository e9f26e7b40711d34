import type { Barred } from '@countersign/contract';

/** What stands where the answers would: why this person cannot give one, and who can. */
export function BarredNote({ why }: { why: Barred }) {
  return (
    <p role="note" className="rounded-lg bg-held-soft px-3 py-2 text-sm text-held">
      {WHY[why]}
    </p>
  );
}

const WHY: Readonly<Record<Barred, string>> = {
  own: 'You cannot answer this: the run acts for you, and this workspace wants a second person. Somebody else who may answer has to.',
  policy:
    'You cannot answer this: the policies of this workspace do not permit you to. Somebody whom they permit has to.',
};
