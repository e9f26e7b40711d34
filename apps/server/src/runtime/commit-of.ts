import type {
  Commit,
  Json,
  Question,
  QuestionClose,
  RunAdvance,
  RunCreate,
  RunEvent,
  Settlement,
} from '@countersign/contract';
import type { ChildStart } from './decide-port.ts';
import { eventEntry } from './entries.ts';
import type { Plan } from './plan.ts';

/** What happens besides an event in the same commit. */
export interface Along {
  readonly settle?: readonly Settlement[];
  readonly close?: readonly QuestionClose[];
  readonly open?: readonly Question[];
  readonly create?: RunCreate;
  readonly accounts?: NonNullable<Commit['accounts']>;
  /** A run that the event says is started. Where its call is not wanted any more, `orElse` is said instead. */
  readonly child?: ChildStart & {
    readonly key: string;
    readonly orElse: { readonly event: RunEvent; readonly settle: readonly Settlement[] };
  };
}

/** The commit that makes a plan durable, with what happens besides. */
export function commitOf<State>(
  where: {
    readonly workspace: string;
    readonly run: string;
    readonly fence: NonNullable<RunAdvance['fence']>;
  },
  made: Plan<State>,
  { child, ...along }: Along,
): Commit {
  const { rest } = made;
  const base = {
    workspace: where.workspace,
    entries: [...made.entries, ...(child ? [eventEntry(child.create.id, child.event)] : [])],
    reserve: made.reserve,
    ...along,
    ...(child ? { create: child.create, accounts: child.accounts } : {}),
    ...(made.tell === null ? {} : { tell: made.tell }),
    open: [...made.open, ...(along.open ?? [])],
  };
  if (along.create) return base;
  const { run: id, fence } = where;
  switch (rest.kind) {
    case 'going':
      return { ...base, advance: { id, fence } };
    case 'parked': {
      const snapshot = made.state as unknown as Json;
      return {
        ...base,
        advance: { id, fence, status: 'parked', wakeAt: rest.wakeAt, snapshot },
      };
    }
    case 'ended':
      // Nothing is replayed any more; its content stays in the entries, where it can be erased.
      return {
        ...base,
        advance: { id, fence, status: 'ended', snapshot: null, result: rest.result },
      };
  }
}
