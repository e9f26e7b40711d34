import {
  type Broker,
  type ConnectionConfig,
  label,
  type ModelDelta,
  type ModelRequest,
} from '@countersign/contract';
import { chatSpeaker } from '../model/chat/speaker.ts';
import { sdkSpeaker } from '../model/sdk/speaker.ts';
import type { Said } from '../model/speaker.ts';

/** When all questions to models are asked. */
const NOW = Date.parse('2026-01-05T10:00:00Z');
export const OWN = label('principal', ['user:usr_a']);
export const READ = label('untrusted', ['user:usr_a']);

const REQUEST: ModelRequest = {
  connection: 'con_model',
  name: 'm-1',
  instructions: 'Be brief.',
  messages: [{ role: 'user', text: 'Hello', label: OWN }],
  tools: [
    {
      name: 'mail_list',
      description: 'Lists mail.',
      input: { type: 'object', properties: { limit: { type: 'integer', maximum: 9 } } },
    },
  ],
  maxOutputTokens: 100,
};

/** How a model is asked in a test. */
export interface Asking {
  readonly broker: Pick<Broker, 'fetch'>;
  /** Null for a connection without an address. */
  readonly baseUrl: string | null;
  readonly request?: Partial<ModelRequest>;
  readonly provider?: Extract<ConnectionConfig, { kind: 'model' }>['provider'];
  readonly signal?: AbortSignal;
  readonly onDelta?: (delta: ModelDelta) => void;
}

/** Asks a model over HTTP, and keeps what it said as it came. */
export async function askModel(asking: Asking): Promise<{ said: Said; deltas: ModelDelta[] }> {
  const { broker, baseUrl, request = {}, provider = 'openai-compatible' } = asking;
  const deltas: ModelDelta[] = [];
  const make = provider === 'openai-compatible' ? chatSpeaker : sdkSpeaker;
  const said = await make(broker, () => NOW)(
    {
      request: { ...REQUEST, ...request },
      config: {
        kind: 'model',
        provider,
        ...(baseUrl === null ? {} : { baseUrl }),
        allowPrivate: true,
      },
      workspace: 'ws_a',
      run: 'run_a',
      call: 'run_a.1',
      timeoutMs: 10_000,
    },
    asking.signal ?? new AbortController().signal,
    (delta) => {
      deltas.push(delta);
      asking.onDelta?.(delta);
    },
  );
  return { said, deltas };
}
