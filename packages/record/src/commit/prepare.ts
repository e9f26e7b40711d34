import {
  type Commit,
  type Delegated,
  digest,
  type EntryInput,
  EVENT_KINDS,
  type IdPowers,
  type Json,
  type Question,
  type QuestionClose,
  type QuestionSupport,
  type RunAdvance,
  type RunCreate,
} from '@countersign/contract';
import { recordFault } from '../errors.ts';
import { type AccountChange, accountChanges } from './accounts.ts';
import { checkEvidence, type PreparedErasure, runsThatClose, runsThatSupport } from './evidence.ts';
import { jsonText, type PreparedLeaf, prepareLeaf } from './leaf.ts';
import { checkedName } from './names.ts';

/** A commit with all its texts written and checked: what both stores judge. */
export interface PreparedCommit {
  readonly workspace: string;
  /** Milliseconds since 1970, of all its entries. */
  readonly time: number;
  readonly leaves: readonly PreparedLeaf[];
  readonly create: PreparedCreate | null;
  readonly advance: PreparedAdvance | null;
  /** A run that gets entries besides, and is woken. */
  readonly tell: string | null;
  readonly open: readonly PreparedQuestion[];
  readonly close: readonly PreparedClose[];
  readonly accounts: readonly AccountChange[];
  /** Runs that get entries, with the position of each one's last among `leaves`. */
  readonly lastOf: ReadonlyMap<string, number>;
  /** Entries whose content goes, for an erasure. */
  readonly erase: PreparedErasure | null;
  /** About how many bytes it is. */
  readonly size: number;
}

export interface PreparedCreate {
  readonly id: string;
  readonly worker: string | null;
  readonly agent: string;
  readonly person: string;
  readonly conversation: string | null;
  /** SHA-256 of the trigger's key. */
  readonly dedupe: string | null;
  /** The run that delegated to it. */
  readonly parent: string | null;
  /** JSON of what a summary shows besides. */
  readonly about: string;
  readonly title: string;
}

export interface PreparedAdvance {
  readonly id: string;
  readonly fence: RunAdvance['fence'];
  readonly status: RunAdvance['status'] | null;
  readonly wakeAt: number | null;
  /** Whether the run gets on: an event that the engine folds, or an end of the segment. An intent alone does not count. */
  readonly advanced: boolean;
  /** Undefined: stays. Null: goes. */
  readonly snapshot: string | null | undefined;
  readonly result: string | null;
}

export interface PreparedQuestion {
  readonly id: string;
  readonly run: string;
  readonly requestedBy: string;
  readonly askedAt: number;
  readonly question: string;
}

/** A question's answer, or a yes after which it stays open: then `status` says so. */
export interface PreparedClose {
  readonly id: string;
  readonly status: QuestionClose['status'] | 'open';
  readonly by: string;
  readonly answer: string | null;
  /** Supports that it was given on; null where that does not matter. */
  readonly after: number | null;
  /** Runs with an entry that says so: the question's is one of them. */
  readonly runs: readonly string[];
}

/**
 * Writes a commit's texts, salts and hashes.
 *
 * @throws faults `RECORD_NOT_JSON`, `RECORD_TOO_LARGE`, `RECORD_NAME_INVALID`, `RECORD_AMOUNT_INVALID`,
 * `RECORD_COMMIT_INVALID`.
 */
export function prepareCommit(
  commit: Commit,
  powers: IdPowers,
  erase: PreparedErasure | null = null,
): PreparedCommit {
  const workspace = checkedName(commit.workspace, 'workspace');
  const time = powers.now();
  const leaves = commit.entries.map((entry) => prepareLeaf(workspace, time, entry, powers));
  const create = commit.create === undefined ? null : prepareCreate(commit.create);
  const advance = commit.advance === undefined ? null : prepareAdvance(commit.advance, commit);
  if (create !== null && create.id === advance?.id) {
    throw recordFault('RECORD_COMMIT_INVALID', {
      message: 'A commit creates a run or advances it, not both.',
    });
  }
  const tell = commit.tell === undefined ? null : checkedName(commit.tell, 'run');
  if (tell !== null && (tell === advance?.id || !leaves.some(({ run }) => run === tell))) {
    throw recordFault('RECORD_COMMIT_INVALID', {
      message: 'A commit tells another run something: an entry of that run.',
    });
  }
  for (const ids of [commit.open ?? [], commit.close ?? []].map((all) => all.map(({ id }) => id))) {
    if (new Set(ids).size < ids.length) {
      throw recordFault('RECORD_COMMIT_INVALID', {
        message: 'A commit opens or closes a question once.',
      });
    }
  }
  checkEvidence(commit, erase);
  return {
    workspace,
    time,
    leaves,
    create,
    advance,
    tell,
    open: (commit.open ?? []).map(prepareQuestion),
    close: prepareCloses(commit),
    accounts: accountChanges(commit),
    lastOf: new Map(leaves.flatMap(({ run }, at) => (run === null ? [] : [[run, at] as const]))),
    erase,
    size: sizeOf(leaves) + (advance?.snapshot?.length ?? 0),
  };
}

function prepareCreate(create: RunCreate): PreparedCreate {
  const { actor, agent, trigger, conversation, delegated } = create.start;
  const about = {
    agentVersion: agent.version,
    agentName: agent.definition.name,
    trigger: trigger.kind,
    ...(delegated ? { parent: parentOf(delegated) } : {}),
  };
  return {
    id: checkedName(create.id, 'run'),
    worker: create.lease === null ? null : checkedName(create.lease.worker, 'worker'),
    agent: checkedName(agent.id, 'agent'),
    person: checkedName(actor.person, 'person'),
    conversation: conversation === null ? null : checkedName(conversation, 'conversation'),
    parent: delegated === undefined ? null : checkedName(delegated.run, 'run'),
    dedupe: trigger.dedupe === undefined ? null : digest(jsonText(trigger.dedupe, 'A dedupe key')),
    about: jsonText(about, "The agent's name"),
    title: jsonText(create.title, "A run's title"),
  };
}

function parentOf({ run, call, root }: Delegated): Json {
  return { run, call, root };
}

const FOLDED: readonly string[] = EVENT_KINDS;

function prepareAdvance(advance: RunAdvance, commit: Commit): PreparedAdvance {
  const { id, fence, status = null, snapshot, result } = advance;
  if (fence === null && status === 'running') {
    throw recordFault('RECORD_COMMIT_INVALID', {
      message: 'Only a claim makes a run running.',
    });
  }
  const folded = commit.entries.some((entry) => entry.run === id && FOLDED.includes(entry.kind));
  return {
    id: checkedName(id, 'run'),
    fence,
    status,
    wakeAt: status === 'parked' ? (advance.wakeAt ?? null) : null,
    advanced: fence !== null && (folded || status === 'parked' || status === 'ended'),
    snapshot: snapshot == null ? snapshot : jsonText(snapshot, "A run's snapshot"),
    // A result is plain JSON by its type; the contract's interfaces have no index signature.
    result: result === undefined ? null : jsonText(result as unknown as Json, "A run's result"),
  };
}

function prepareQuestion(question: Question): PreparedQuestion {
  return {
    id: checkedName(question.id, 'question'),
    run: checkedName(question.run, 'run'),
    requestedBy: checkedName(question.requestedBy, 'person'),
    askedAt: question.askedAt,
    question: jsonText(question as unknown as Json, 'A question'),
  };
}

function prepareCloses({ close = [], support = [], entries }: Commit): readonly PreparedClose[] {
  if (new Set([...close, ...support].map(({ id }) => id)).size < close.length + support.length) {
    throw recordFault('RECORD_COMMIT_INVALID', {
      message: 'A commit supports or closes a question once.',
    });
  }
  return [
    ...close.map((one) => prepareClose(one, entries)),
    ...support.map((one) => prepareSupport(one, entries)),
  ];
}

function prepareClose(close: QuestionClose, entries: readonly EntryInput[]): PreparedClose {
  return {
    id: checkedName(close.id, 'question'),
    status: close.status,
    by: checkedName(close.by, 'person'),
    answer: close.answer === null ? null : jsonText(close.answer as unknown as Json, 'An answer'),
    after: close.after ?? null,
    runs: runsThatClose(close, entries),
  };
}

function prepareSupport(support: QuestionSupport, entries: readonly EntryInput[]): PreparedClose {
  return {
    ...{ id: checkedName(support.id, 'question'), status: 'open', answer: null },
    ...{ by: checkedName(support.by, 'person'), after: support.after },
    runs: runsThatSupport(support, entries),
  };
}

function sizeOf(leaves: readonly PreparedLeaf[]): number {
  return leaves.reduce((sum, { text, payload }) => sum + text.length + (payload?.length ?? 0), 0);
}
