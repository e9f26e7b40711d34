import { textArg, textsArg } from '../arguments.ts';
import type { Performer } from '../performer.ts';
import { extractIndicators, IOC_KINDS } from './extract.ts';

const MAX_INDICATORS = 500;

/** `ioc.extract`: computes only. */
export const iocPerformer: Performer = async ({ call }) => {
  const named = textsArg(call.args, 'kinds');
  const kinds = named.length === 0 ? IOC_KINDS : IOC_KINDS.filter((kind) => named.includes(kind));
  const indicators = extractIndicators(textArg(call.args, 'text'), kinds);
  return {
    kind: 'done',
    result: {
      indicators: indicators.slice(0, MAX_INDICATORS).map((indicator) => ({ ...indicator })),
      truncated: indicators.length > MAX_INDICATORS,
    },
    usage: {},
  };
};
