import type { LeafReason } from '@countersign/contract';
import type { Vouching } from './endorse.ts';
import { needsVouching } from './integrity.ts';
import type { JudgedLeaf, Setting } from './judged-leaf.ts';
import { LINKS_PER_RUN } from './quoted-link.ts';

/** Why a leaf may stand, or why not, in words for a person. */
export function reasonFor(leaf: JudgedLeaf, setting: Setting): LeafReason {
  const { pointer, sink, label, barred } = leaf;
  const said = !leaf.tainted
    ? (['clean-context', 'No stranger could have written it.'] as const)
    : leaf.vouching !== null
      ? ([leaf.vouching.by, VOUCHED[leaf.vouching.by]] as const)
      : needsVouching(sink, setting)
        ? ([null, 'A stranger could have written it, and nothing trusted vouches for it.'] as const)
        : ([
            'not-a-decision',
            'A stranger could have written it, but it decides nothing here.',
          ] as const);
  const also =
    barred === 0 ? '' : ` ${barred} of its destinations may not read what the agent has read.`;
  const permission = leaf.vouching?.permission;
  return {
    ...{ pointer, sink, integrity: label.integrity, endorsedBy: said[0] },
    detail: said[1] + also,
    ...(permission === undefined ? {} : { permission }),
  };
}

const VOUCHED: Readonly<Record<Vouching['by'], string>> = {
  'trusted-match': 'It stands in the principal’s own words or in ours (rule E1).',
  contract: 'The intent contract says it, written before strangers were read (rule E2).',
  reference: 'It is the id or address of a record that no model chose (rule E3).',
  extraction:
    'It is one of a closed set of values that was chosen before strangers were read (rule E4).',
  person: 'A person vouched for this value (rule E5).',
  standing: 'A person’s standing permission vouches for this value (rule E5, remembered).',
  'quoted-link': `It stands word for word in one public text that was asked for before strangers were read, and a policy lets such links be looked at (rule D1); a beacon, among the first ${LINKS_PER_RUN} calls of its tool.`,
  configured: 'The operator’s configuration settles it.',
};
