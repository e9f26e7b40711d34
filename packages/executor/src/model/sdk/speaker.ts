import { APICallError } from '@ai-sdk/provider';
import type { Broker } from '@countersign/contract';
import { failed, failureOfAnswer, failureOfThrown } from '../failure.ts';
import type { Question, Said, Speaker } from '../speaker.ts';
import { estimateTokensIn, estimateTokensOut } from '../tokens.ts';
import { BrokerFetch } from './broker-fetch.ts';
import { listen } from './listen.ts';
import { promptOf, toolsOf } from './prompt.ts';
import { type ProviderModel, providerModel } from './provider.ts';

/** Most clients that are kept; making one costs a tenth of a millisecond. */
const MAX_CLIENTS = 64;

/**
 * Models behind the provider packages of the AI SDK. Only their clients are used, one exchange at a time:
 * no tool loop, no approvals, no retries, since those are decided elsewhere.
 */
export function sdkSpeaker(broker: Pick<Broker, 'fetch'>, now: () => number): Speaker {
  const network = new BrokerFetch(broker);
  const clients = new Map<string, ProviderModel | null>();

  return async (question, signal, onDelta) => {
    const client = clientFor(question);
    if (client === null) return failed('MODEL_BAD_REQUEST', 'The provider is not one of these.');
    try {
      return await ask(client, question, signal, onDelta);
    } catch (thrown) {
      signal.throwIfAborted();
      return failureOf(thrown, now());
    }
  };

  function clientFor({ request, config, workspace }: Question): ProviderModel | null {
    const key = JSON.stringify([workspace, config.provider, config.baseUrl, request.name]);
    const known = clients.get(key);
    if (known !== undefined) return known;
    const made = providerModel(config, request.name, network.fetch);
    const [oldest] = clients.keys();
    if (clients.size >= MAX_CLIENTS && oldest !== undefined) clients.delete(oldest);
    clients.set(key, made);
    return made;
  }

  function ask(
    { model, options, saysStrict }: ProviderModel,
    { request, workspace, run, call, timeoutMs }: Question,
    signal: AbortSignal,
    onDelta: Parameters<Speaker>[2],
  ): Promise<Said> {
    const { connection, tools, temperature, maxOutputTokens } = request;
    let bytesOut = 0;
    const onSend = (bytes: number) => {
      bytesOut += bytes;
    };
    return network.during(
      { workspace, run, call, connection, timeoutMs, onSend },
      async (headers) => {
        const { stream } = await model.doStream({
          prompt: promptOf(request),
          maxOutputTokens,
          abortSignal: signal,
          headers,
          providerOptions: options,
          ...(temperature === undefined ? {} : { temperature }),
          ...(tools.length === 0
            ? {}
            : { tools: toolsOf(tools, saysStrict), toolChoice: { type: 'auto' } }),
        });
        const heard = await listen(stream, signal, onDelta);
        const reply = {
          ...heard,
          tokensIn: heard.tokensIn ?? estimateTokensIn(request),
          tokensOut: heard.tokensOut ?? estimateTokensOut(heard),
        };
        return { kind: 'said', reply, bytesOut };
      },
    );
  }
}

/** What a provider package threw or streamed as an error, in our codes. */
function failureOf(thrown: unknown, now: number) {
  if (!APICallError.isInstance(thrown) || thrown.statusCode === undefined)
    return failureOfThrown(thrown);
  const { statusCode, responseHeaders = {}, message, responseBody = '' } = thrown;
  return failureOfAnswer(
    { status: statusCode, headers: responseHeaders, message, body: responseBody },
    now,
  );
}
