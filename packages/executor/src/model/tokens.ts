import type { ModelReply, ModelRequest } from '@countersign/contract';

/** Characters that make a token where nobody counted: on the low side, so that a budget is not overrun. */
const CHARACTERS_PER_TOKEN = 3;

/** Tokens of a request, for providers that report none. */
export function estimateTokensIn(request: ModelRequest): number {
  const { instructions, messages, tools } = request;
  const said = messages.map((message) =>
    message.role === 'tool'
      ? message.content
      : message.role === 'user'
        ? message.text
        : [message.text, message.calls],
  );
  return estimate(JSON.stringify([instructions, said, tools]));
}

/** Tokens of a reply, for providers that report none. */
export function estimateTokensOut(reply: Pick<ModelReply, 'text' | 'calls'>): number {
  return estimate(reply.text + (reply.calls.length === 0 ? '' : JSON.stringify(reply.calls)));
}

function estimate(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
