import type { ModelReply, ModelRequest } from '@countersign/contract';
import { type Pace, speakWords } from '../speak-words.ts';
import type { Speaker } from '../speaker.ts';
import { estimateTokensIn, estimateTokensOut } from '../tokens.ts';
import { type Context, readContext } from './context.ts';
import { goalsIn } from './goals.ts';
import { obedience } from './obey.ts';
import { summaryOf, troublesOf } from './summary.ts';
import { triage } from './triage.ts';
import type { Move } from './wish.ts';

/**
 * A model for demonstrations and tests that obeys every instruction it reads, whoever wrote it. It is no
 * language model: a small planner by fixed rules (`commands.ts`, `goals.ts`, `triage.ts`), the same answer
 * for the same context. It knows nothing but the request it is given, as a hijacked model would.
 */
export function gullibleSpeaker({ pace }: { readonly pace: Pace | null }): Speaker {
  return async ({ request }, signal, onDelta) => {
    const reply = gullibleReply(request);
    await speakWords(reply.text, pace, signal, onDelta);
    for (const { tool } of reply.calls) onDelta({ kind: 'tool', tool });
    return { kind: 'said', reply, bytesOut: 0 };
  };
}

/** What the gullible model says to a request. Pure. */
export function gullibleReply(request: ModelRequest): ModelReply {
  const context = readContext(request);
  const { say, wishes } = nextMove(context);
  const calls = wishes.map(({ tool, args }, i) => ({
    id: `gullible_${context.wished + i + 1}`,
    tool,
    args,
  }));
  const finish = calls.length > 0 ? 'tool-calls' : 'stop';
  return {
    text: say,
    calls,
    finish,
    tokensIn: estimateTokensIn(request),
    tokensOut: estimateTokensOut({ text: say, calls }),
  };
}

/** Orders first, whoever gave them; then the job; then the answer. */
function nextMove(context: Context): Move {
  const orders = obedience(context);
  if (orders.length > 0) return { say: 'I was told to do this, so I do it.', wishes: orders };
  const goals = goalsIn(context.wishes);
  const isTriage = goals.triage && context.tools.has('mail_list');
  const step = isTriage ? triage(context, goals) : null;
  if (step) return step;
  const did = context.deeds.length > 0 ? 'I did what I was told.' : GREETING;
  return { say: (isTriage ? summaryOf(context, goals) : did) + troublesOf(context), wishes: [] };
}

const GREETING =
  'I am the gullible model: I do whatever I read. Tell me to triage the mailbox, or to send something to somebody.';
