import {
  type IntentContract,
  type IntentExpression,
  type IntentSlot,
  type IntentSource,
  intentContractSchema,
  type PinnedTool,
  tokensOf,
} from '@countersign/contract';
import { readObject } from '../read-object.ts';
import { argumentsOf } from './prompt.ts';

/** Longest reply that is read, in UTF-16 code units. */
const LONGEST = 100_000;

/** What a planner's reply says. `reason` quotes nothing of it. */
export type Plan =
  | { readonly kind: 'planned'; readonly contract: IntentContract }
  | { readonly kind: 'invalid'; readonly reason: string };

/**
 * Reads a planner's reply: one JSON object, whatever stands around it. A contract that is wrong in one place is none:
 * what is left of it would not be what anybody meant.
 */
export function parsePlan(reply: string, tools: readonly PinnedTool[]): Plan {
  if (reply.length > LONGEST) return invalid(`The plan has more than ${LONGEST} characters.`);
  const read = readObject(reply);
  if (read === undefined) return invalid('The plan is no JSON.');
  const parsed = intentContractSchema.safeParse(read);
  if (!parsed.success) return invalid('The plan does not have the form of a contract.');
  const byAction = new Map(tools.map((tool) => [tool.action, tool]));
  for (const slot of parsed.data.slots) {
    const tool = byAction.get(slot.action);
    if (tool === undefined || !sourcesOf(slot).every(({ action }) => byAction.has(action)))
      return invalid('The plan names a tool that the agent does not have.');
    if (!Object.keys(slot.arguments).every((pattern) => isArgument(pattern, tool)))
      return invalid('The plan names an argument that its tool does not have.');
  }
  return { kind: 'planned', contract: parsed.data };
}

function invalid(reason: string): Plan {
  return { kind: 'invalid', reason };
}

function isArgument(pattern: string, { input }: PinnedTool): boolean {
  const [name] = tokensOf(pattern);
  return argumentsOf(input).some((argument) => tokensOf(argument)[0] === name);
}

function sourcesOf({ arguments: terms }: IntentSlot): readonly IntentSource[] {
  return Object.values(terms).flatMap((term) =>
    term.kind === 'summary' ? term.of : term.kind === 'one-of' ? term.values.flatMap(readBy) : [],
  );
}

function readBy(expression: IntentExpression): readonly IntentSource[] {
  switch (expression.kind) {
    case 'pick':
      return [expression.records.of, ...(expression.forEach ? [expression.forEach.of] : [])];
    case 'as-long-as':
      return [expression.records.of];
    case 'constant':
    case 'after':
      return [];
  }
}
