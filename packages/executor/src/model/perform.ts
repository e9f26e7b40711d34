import type { Granted, JsonObject, ModelRequest, Performed } from '@countersign/contract';
import { type ConfigOf, configFor, type FindConnection } from '../connection.ts';
import { failed } from '../failures.ts';
import type { Performer } from '../performer.ts';
import type { Said, Speaker } from './speaker.ts';

/** What asking models needs: the connections, and a speaker for each kind of provider. */
export interface ModelPowers {
  readonly findConnection: FindConnection;
  readonly speakers: Readonly<Record<ConfigOf<'model'>['provider'], Speaker>>;
}

/**
 * `model.generate`: gives a model the context and takes its reply. Through the call's connection and no
 * other, whatever the request says. Tokens are counted here; what they cost is the gateway's to know.
 */
export function modelPerformer({ findConnection, speakers }: ModelPowers): Performer {
  return async (granted, context) => {
    const request = requestOf(granted);
    const config = await configFor(findConnection, granted, 'model');
    if (!config || !request) return failed('EXECUTOR_CONNECTION_MISSING');
    const { call, descriptor } = granted;
    const { workspace, run } = call.actor;
    const { timeoutMs } = descriptor.bounds;
    context.sending();
    return performed(
      await speakers[config.provider](
        { request, config, workspace, run, call: call.id, timeoutMs },
        context.signal,
        context.onDelta,
      ),
    );
  };
}

function performed(said: Said): Performed {
  if (said.kind === 'failed') {
    const { code, detail, retryAfterMs } = said;
    const failure = failed(code, detail);
    if (failure.kind !== 'failed' || retryAfterMs === null) return failure;
    return { ...failure, retryAfterMs };
  }
  const { reply, bytesOut } = said;
  return {
    kind: 'done',
    // A reply is plain data of the contract; its type has names instead of an index.
    result: reply as unknown as JsonObject,
    usage: { tokensIn: reply.tokensIn, tokensOut: reply.tokensOut, bytesOut },
  };
}

/** The engine's request. Null where it names another connection than the one that was granted. */
function requestOf({ call }: Granted): ModelRequest | null {
  // The engine made it, from data of the same type.
  const request = call.args as unknown as ModelRequest;
  return request.connection === call.connection ? request : null;
}
