import { z } from 'zod';

/** Where an action reaches: what an operator sets up once, and a model never chooses. */
export const connectionSchema = z.discriminatedUnion('kind', [
  /** A mailbox of `.eml`/mbox files in a folder of the server. */
  z.strictObject({
    kind: z.literal('mailbox'),
    folder: z.string().min(1),
    owner: z.email(),
    addresses: z.array(z.email()).default([]),
  }),
  /** `allowPrivate` lets it be dialled at a private or loopback address: an operator's word, never an agent's. */
  z.strictObject({
    kind: z.literal('smtp'),
    host: z.string().min(1),
    port: z.int().min(1).max(65535),
    tls: z.enum(['none', 'starttls', 'implicit']),
    from: z.email(),
    user: z.string().optional(),
    secret: z.string().optional(),
    allowPrivate: z.boolean().default(false),
  }),
  z.strictObject({
    kind: z.literal('http'),
    baseUrl: z.url(),
    paths: z.array(z.string().startsWith('/')).min(1).default(['/']),
    methods: z
      .array(z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']))
      .min(1)
      .default(['GET']),
    auth: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('none') }),
        z.strictObject({
          kind: z.literal('header'),
          header: z.string().min(1),
          prefix: z.string().default(''),
          secret: z.string(),
        }),
        z.strictObject({ kind: z.literal('basic'), user: z.string(), secret: z.string() }),
      ])
      .default({ kind: 'none' }),
    allowPrivate: z.boolean().default(false),
    /** The operator lets the workspace's data flow to this host (rule D1: declassification by configuration). */
    cleared: z.boolean().default(false),
  }),
  z.strictObject({
    kind: z.literal('model'),
    provider: z.enum([
      'openai-compatible',
      'openai',
      'anthropic',
      'google',
      'scripted',
      'gullible',
    ]),
    baseUrl: z.url().optional(),
    secret: z.string().optional(),
    allowPrivate: z.boolean().default(false),
    /** Micro-units of currency per million tokens. Absent: the built-in price table; unknown models cost nothing and say so. */
    price: z
      .strictObject({ inPerMillion: z.int().nonnegative(), outPerMillion: z.int().nonnegative() })
      .optional(),
    /** For `scripted`: the file played. */
    script: z.string().optional(),
  }),
]);
export type ConnectionConfig = z.infer<typeof connectionSchema>;

/** The name of the secret that a connection signs in with; null for one that signs in with none. */
export function secretOf(config: ConnectionConfig): string | null {
  switch (config.kind) {
    case 'mailbox':
      return null;
    case 'smtp':
    case 'model':
      return config.secret ?? null;
    case 'http':
      return config.auth.kind === 'none' ? null : config.auth.secret;
  }
}

/** A connection of a workspace. */
export interface Connection {
  readonly id: string;
  readonly workspace: string;
  readonly name: string;
  readonly config: ConnectionConfig;
}
