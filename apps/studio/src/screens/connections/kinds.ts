import type { ConnectionConfig } from '@countersign/contract';
import { Globe, type LucideIcon, Mail, Sparkles, Webhook } from 'lucide-react';

export type Kind = ConnectionConfig['kind'];

/** One field of a connection's form. `at` is its place in the configuration. */
export interface FormField {
  readonly at: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'lines' | 'check' | 'choice' | 'secret';
  readonly hint?: string;
  readonly optional?: boolean;
  readonly options?: readonly string[];
  /** Shown only where another field has one of these values. */
  readonly when?: { readonly at: string; readonly is: readonly string[] };
}

interface KindWords {
  readonly name: string;
  readonly plural: string;
  readonly what: string;
  readonly Icon: LucideIcon;
  readonly start: ConnectionConfig;
  readonly fields: readonly FormField[];
}

const PRIVATE: FormField = {
  at: '/allowPrivate',
  label: 'It is at a private or loopback address',
  type: 'check',
  hint: 'Otherwise such addresses are refused, whatever a name resolves to.',
};

/** The kinds of connections: what each is for, how a new one begins, what it asks. */
export const KINDS: Readonly<Record<Kind, KindWords>> = {
  mailbox: {
    name: 'Mailbox',
    plural: 'Mailboxes',
    what: 'A folder of .eml or mbox files on the server, to be read.',
    Icon: Mail,
    start: { kind: 'mailbox', folder: '', owner: '', addresses: [] },
    fields: [
      {
        at: '/folder',
        label: 'Folder',
        type: 'text',
        hint: 'Below “files” in the server’s data folder, or one that its operator has opened for mail.',
      },
      {
        at: '/owner',
        label: 'Owner’s address',
        type: 'text',
        hint: 'The person whose mail it is.',
      },
      {
        at: '/addresses',
        label: 'Other addresses of the owner',
        type: 'lines',
        optional: true,
        hint: 'One a line.',
      },
    ],
  },
  smtp: {
    name: 'Mail server',
    plural: 'Mail servers',
    what: 'Takes mail that agents send (SMTP).',
    Icon: Webhook,
    start: { kind: 'smtp', host: '', port: 587, tls: 'starttls', from: '', allowPrivate: false },
    fields: [
      { at: '/host', label: 'Host', type: 'text' },
      { at: '/port', label: 'Port', type: 'number' },
      {
        at: '/tls',
        label: 'Encryption',
        type: 'choice',
        options: ['starttls', 'implicit', 'none'],
      },
      {
        at: '/from',
        label: 'Sender',
        type: 'text',
        hint: 'Every mail comes from this address; a model never chooses it.',
      },
      { at: '/user', label: 'User', type: 'text', optional: true },
      { at: '/secret', label: 'Password', type: 'secret', optional: true },
      PRIVATE,
    ],
  },
  http: {
    name: 'HTTP service',
    plural: 'HTTP services',
    what: 'A service that agents may ask, within the paths and methods you name.',
    Icon: Globe,
    start: {
      kind: 'http',
      baseUrl: 'https://',
      paths: ['/'],
      methods: ['GET'],
      auth: { kind: 'none' },
      allowPrivate: false,
      cleared: false,
    },
    fields: [
      { at: '/baseUrl', label: 'Base address', type: 'text' },
      {
        at: '/paths',
        label: 'Paths',
        type: 'lines',
        hint: 'One a line. Only what begins with one of them is reached.',
      },
      {
        at: '/methods',
        label: 'Methods',
        type: 'lines',
        hint: 'One a line: GET, HEAD, POST, PUT, PATCH, DELETE.',
      },
      {
        at: '/auth/kind',
        label: 'Signs in with',
        type: 'choice',
        options: ['none', 'header', 'basic'],
      },
      {
        at: '/auth/header',
        label: 'Header',
        type: 'text',
        when: { at: '/auth/kind', is: ['header'] },
      },
      {
        at: '/auth/prefix',
        label: 'Prefix',
        type: 'text',
        optional: true,
        hint: 'Such as “Bearer ”, with the blank.',
        when: { at: '/auth/kind', is: ['header'] },
      },
      { at: '/auth/user', label: 'User', type: 'text', when: { at: '/auth/kind', is: ['basic'] } },
      {
        at: '/auth/secret',
        label: 'Secret',
        type: 'secret',
        when: { at: '/auth/kind', is: ['header', 'basic'] },
      },
      {
        at: '/cleared',
        label: 'The workspace’s data may flow to it',
        type: 'check',
        hint: 'Without this, a question is asked before something that not everybody may read is sent there.',
      },
      PRIVATE,
    ],
  },
  model: {
    name: 'Model',
    plural: 'Models',
    what: 'A provider of models, or one of your own.',
    Icon: Sparkles,
    start: { kind: 'model', provider: 'openai-compatible', baseUrl: '', allowPrivate: false },
    fields: [
      {
        at: '/provider',
        label: 'Provider',
        type: 'choice',
        options: ['openai-compatible', 'openai', 'anthropic', 'google', 'scripted', 'gullible'],
      },
      {
        at: '/baseUrl',
        label: 'Base address',
        type: 'text',
        optional: true,
        hint: 'For vLLM, Ollama, llama.cpp and others that speak OpenAI’s API.',
        when: { at: '/provider', is: ['openai-compatible', 'openai', 'anthropic', 'google'] },
      },
      {
        at: '/secret',
        label: 'Key',
        type: 'secret',
        optional: true,
        when: { at: '/provider', is: ['openai-compatible', 'openai', 'anthropic', 'google'] },
      },
      {
        at: '/script',
        label: 'Script',
        type: 'text',
        hint: 'The file that is played.',
        when: { at: '/provider', is: ['scripted'] },
      },
      {
        at: '/price/inPerMillion',
        label: 'Price of a million tokens in',
        type: 'number',
        optional: true,
        hint: 'In millionths of your currency. Empty: the built-in price table.',
      },
      {
        at: '/price/outPerMillion',
        label: 'Price of a million tokens out',
        type: 'number',
        optional: true,
      },
      PRIVATE,
    ],
  },
};
