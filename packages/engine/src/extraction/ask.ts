import {
  type AgentSnapshot,
  bitsOf,
  DEFAULT_EXTRACTION_BITS,
  type Extraction,
  extractionSchema,
  type JsonObject,
} from '@countersign/contract';
import type { TurnState } from '../state.ts';
import { holdsResults } from '../variables/keep.ts';
import { type Referred, refer } from '../variables/reference.ts';

/** An extraction as a model wished for it, with the document it is from. */
export interface AskedExtraction {
  readonly document: Referred;
  readonly fields: Extraction['fields'];
  readonly bits: number;
}

/** Bits that the extractions of an agent's run may carry; 0 where it has none. */
export function bitsAllowed(agent: AgentSnapshot): number {
  return holdsResults(agent) ? (agent.definition.extractionBits ?? DEFAULT_EXTRACTION_BITS) : 0;
}

/** Reads a wish for an extraction. The problem is our own text and quotes nothing. */
export function readExtraction(
  { variables = [] }: Pick<TurnState, 'variables'>,
  args: JsonObject,
): AskedExtraction | { readonly problem: string } {
  const parsed = extractionSchema.safeParse(args);
  if (!parsed.success)
    return {
      problem:
        'It needs "from", the name of a variable, and "fields": from one to eight, each a closed domain: boolean, enum (2 to 32 values), number (min, max, step) or date (from, to).',
    };
  const { from, fields } = parsed.data;
  const document = refer(from, variables);
  return 'problem' in document ? document : { document, fields, bits: bitsOf(fields) };
}

/** The run with an extraction charged to its bits, or why it may not be made. Charged by the wish, whatever comes of it. */
export function charged(state: TurnState, bits: number): TurnState | { readonly problem: string } {
  const used = state.extractedBits ?? 0;
  const allowed = bitsAllowed(state.start.agent);
  return used + bits > allowed
    ? {
        problem: `The run may extract ${allowed} bits; ${used.toFixed(1)} are used and ${bits.toFixed(1)} are wanted. Ask for fewer fields or smaller domains, or pass the document on unread.`,
      }
    : { ...state, extractedBits: used + bits };
}
