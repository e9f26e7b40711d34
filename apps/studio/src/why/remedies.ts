import type { Effect, Missing, RefusalCode } from '@countersign/contract';

/** What would let a value in doubt pass another time, in a sentence: who would have to say or set what. */
export function passesIf({ because, sink }: Missing, effect: Effect, isWithin = false): string {
  switch (because) {
    case 'unendorsed':
      return isWithin
        ? 'A link or address in a text passes without a question when your own message names it, or once a person has approved it in this run.'
        : vouchedIf(sink, effect);
    case 'readers':
      return 'It passes without a question when everybody it reaches may read all that the agent has read, or when an admin clears the connection for that. A yes lets out this one call, and no other.';
    case 'policy':
      return 'It passes without a question once an admin changes the policy that asks each time, in Settings.';
    case 'irreversible':
      return UNDONE_BY_NOBODY;
  }
}

const UNDONE_BY_NOBODY =
  'Only a person’s yes to this very object lets it happen: since it cannot be undone, that a message names it is not enough.';

function vouchedIf(sink: Missing['sink'], effect: Effect): string {
  if (effect === 'destroy' && sink !== 'content') return UNDONE_BY_NOBODY;
  switch (sink) {
    case 'dest':
      return 'It passes without a question when your own message names this very destination, or once a person has approved it, for this run or for this agent.';
    case 'sel':
    case 'query':
      return 'It passes without a question when your own message names this very thing, or once a person has approved it, for this run or for this agent.';
    case 'val':
      return 'It passes without a question when your own message gives this value, in quotes or beside its name, or once a person has approved it, for this run or for this agent.';
    case 'content':
      return 'It passes without a question when the text stands in your own message, when it goes to nobody but you, or when an admin clears the connection for such texts.';
    case 'code':
      return 'Only a person’s yes lets it run: what will be run is never taken from a message.';
    case 'auth':
    case 'ctl':
      return 'Only a person’s yes lets it happen: rights are never taken from a message.';
    case null:
      return 'Only a person’s yes to this very call lets it happen.';
  }
}

/** What would let a refused call happen another time, in a sentence. */
export function allowedIf({
  code,
  reason,
}: {
  readonly code: RefusalCode;
  readonly reason: string;
}): string {
  switch (code) {
    case 'ACTION_UNKNOWN':
      return 'This server has no such tool. A builder can give the agent one that it has, and publish it again.';
    case 'TOOL_CHANGED':
      return 'A builder looks at what changed and publishes the agent again; a run that starts after that has the new tool.';
    case 'TOOL_NOT_ATTACHED':
      return 'A builder gives the agent this tool with this connection and publishes it; a run that starts after that has it.';
    case 'ARGUMENTS_INVALID':
      return 'The agent was told what does not fit, and may ask again with arguments that do.';
    case 'ARGUMENTS_TOO_LARGE':
      return 'The agent was told the limit, and may ask again for less, or in parts.';
    case 'NOT_AUTHORIZED':
      return /grant/i.test(reason)
        ? 'A run may do what its agent’s version could when it began: publish the agent with this tool and connection, and start another run.'
        : 'An admin permits it in the policy, both to the person and to the agent, where no other policy forbids it.';
    case 'GRANT_EXPIRED':
      return 'The run has lasted longer than it was given. Start another one.';
    case 'PLATFORM_CONTROL':
      return 'Nothing would allow it: no agent changes policies, rights, budgets or the platform itself. A person does that in Settings.';
    case 'CONNECTION_MISSING':
      return 'An admin sets up the connection under Connections; the next call through it can go on.';
    case 'BUDGET_EXHAUSTED':
      return 'A builder raises the agent’s limits, or an admin those of the account that is used up. Then start another run.';
    case 'CALLS_EXHAUSTED':
      return 'Each run may call a tool a certain number of times. Start another run for the rest.';
    case 'RUN_CANCELLED':
      return 'The run was stopped before it came to this. Start another one.';
    case 'DENIED':
      return 'A person has said no to this very call, and that holds for the whole run. In another run it is asked again.';
    case 'QUESTION_EXPIRED':
      return 'Nobody answered in time. Start another run, or let a builder give its questions more time.';
    case 'HOSTILE_CONTENT':
      return 'Nothing would allow it: what comes from content known to be hostile may be shown and stored, and decides nothing.';
    case 'APPROVALS_MISSING':
      return 'The approval is not by as many people as the policy wants. Start another run: it is asked again, and each of them answers for themselves.';
    case 'VARIABLE_MISPLACED':
      return 'Nothing would allow it: a result that the agent has not read is never interpreted and gives no rights. A person can write the value in the message.';
  }
}
