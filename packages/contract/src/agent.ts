import { z } from 'zod';
import { type Amounts, DIMENSIONS } from './budget.ts';
import { MOST_EXTRACTION_BITS } from './extraction.ts';
import { KEEPS } from './variable.ts';

/** The model an agent's version uses: a connection of kind `model` and the provider's name for the model. */
export const modelChoiceSchema = z.strictObject({
  connection: z.string().min(1),
  name: z.string().min(1).max(200),
  temperature: z.number().min(0).max(2).optional(),
  /** Tokens one reply may have; also what is reserved for it. */
  maxOutputTokens: z.int().min(1).max(200_000).default(2048),
});

/** A tool: an action, and the connection it goes through. The model never chooses the connection. */
export const toolSchema = z.strictObject({
  action: z.string().min(1),
  connection: z.string().min(1).nullable().default(null),
  /** Absent: every result goes into the context. */
  keep: z.enum(KEEPS).optional(),
});

const limitsSchema = z.strictObject(
  Object.fromEntries(
    DIMENSIONS.map((dimension) => [dimension, z.int().nonnegative().optional()]),
  ) as Record<(typeof DIMENSIONS)[number], z.ZodOptional<z.ZodInt>>,
);

/**
 * Whether a run first writes down what its message asks for (rule E2): `when-acting`, where the agent has a tool that
 * does more than look. It costs one question to the model, and saves people some.
 */
export const PLANNINGS = ['never', 'when-acting'] as const;

/**
 * How much an agent is asked about. `strict`: after strangers were read, everything but looking waits for a person's
 * word. `balanced`: what a stranger could have brought about does. `record-only`: in a sandbox, what would wait
 * is done and recorded.
 */
export const AGENT_MODES = ['strict', 'balanced', 'record-only'] as const;
export type AgentMode = (typeof AGENT_MODES)[number];

/**
 * What a run does while a person is asked. `wait`: the model hears nothing until every answer is there. `go-on`: it goes
 * on with what does not need them, and is told of each later, so that several questions wait for a person at once.
 */
export const HOLDS = ['wait', 'go-on'] as const;

/** Sub-agents that one agent may have. */
export const MOST_SUB_AGENTS = 16;

/** What a builder writes; a published version of it never changes. */
export const agentDefinitionSchema = z.strictObject({
  name: z.string().min(1).max(80),
  description: z.string().max(500).default(''),
  instructions: z.string().max(50_000).default(''),
  model: modelChoiceSchema,
  tools: z.array(toolSchema).max(64).default([]),
  /** Shown before the first message. */
  opening: z.string().max(2000).default(''),
  suggestions: z.array(z.string().min(1).max(200)).max(8).default([]),
  limits: limitsSchema.default({}),
  /** Absent: never, as in the versions that were published before there was a choice. */
  planning: z.enum(PLANNINGS).optional(),
  /** Absent: balanced. */
  mode: z.enum(AGENT_MODES).optional(),
  /** Absent: wait, as in the versions that were published before there was a choice. */
  onHold: z.enum(HOLDS).optional(),
  /** Bits that strangers may say by the extractions of one run (rule E4), where results are held; absent: 16. None with 0. */
  extractionBits: z.int().min(0).max(MOST_EXTRACTION_BITS).optional(),
  /** Agents of the workspace that it may delegate to, beside itself, with what the model is told of each. */
  subAgents: z
    .array(z.strictObject({ agent: z.string().min(1), purpose: z.string().min(1).max(200) }))
    .max(MOST_SUB_AGENTS)
    .optional(),
  /** Milliseconds a question waits before it is denied. */
  questionTtlMs: z
    .int()
    .min(60_000)
    .max(30 * 86_400_000)
    .default(86_400_000),
});
export type AgentDefinition = z.infer<typeof agentDefinitionSchema>;
export type ModelChoice = z.infer<typeof modelChoiceSchema>;
export type Tool = z.infer<typeof toolSchema>;

/** Limits a run has where its agent names none. No run is without bounds. */
export const DEFAULT_LIMITS = {
  steps: 60,
  calls: 200,
  tokens: 400_000,
  moneyMicros: 5_000_000,
  wallMs: 30 * 60_000,
  bytesOut: 20_000_000,
  questions: 20,
} as const;

/** What a run may use up: what the agent's builder said, and a default where nothing was said. */
export function limitsOf({ limits }: Pick<AgentDefinition, 'limits'>): Amounts {
  const named = Object.fromEntries(
    Object.entries(limits).filter(([, limit]) => limit !== undefined),
  );
  return { ...DEFAULT_LIMITS, ...named };
}
