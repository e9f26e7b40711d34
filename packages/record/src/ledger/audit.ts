import { type CheckpointSigner, Fault } from '@countersign/contract';
import { hexToBytes } from '@noble/hashes/utils.js';
import { hex } from '../rows.ts';
import {
  createFindings,
  createLogCheck,
  createSignedRoots,
  type Finding,
  type Findings,
  type Frontier,
  type Hash,
  type NoteKey,
  openCheckpoint,
  parseVerifierKey,
  type SignedRoots,
  sameBytes,
  TILE_HEIGHT,
} from '../verify/index.ts';
import { makeCheckpoint } from './make-checkpoint.ts';
import type { LogStore, LogView } from './port.ts';

/** What a check of the stored log came to. */
export interface AuditReport {
  readonly size: number;
  readonly findings: readonly Finding[];
}

const PAGE = 1_000;

/**
 * Checks a workspace's log as it is stored, against itself, every checkpoint ever signed, and the witness. What
 * was cut off since the last checkpoint is found only if a run or the head still knows of it.
 */
export async function auditStored(
  powers: { readonly store: LogStore; readonly signer: CheckpointSigner },
  workspace: string,
): Promise<AuditReport> {
  const { store, signer } = powers;
  const findings = createFindings();
  const key = parseVerifierKey(await signer.verifierKey(workspace));
  const size = await store.read(workspace, (view) => auditView(view, workspace, key, findings));
  try {
    await makeCheckpoint(powers, workspace);
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    findings.add('WITNESS_REFUSED', null, `size ${size}`);
  }
  return { size, findings: findings.list };
}

async function auditView(
  view: LogView,
  workspace: string,
  key: NoteKey | null,
  findings: Findings,
): Promise<number> {
  const roots = createSignedRoots(findings);
  await readCheckpoints(view, key, roots, findings);
  const nodes = new Map<string, Hash>();
  for (const { level, index, hash } of await view.nodes()) nodes.set(`${level}/${index}`, hash);
  const check = createLogCheck(workspace, findings, (level, index, hash) => {
    if (level % TILE_HEIGHT === 0)
      checkNode(nodes, `${level / TILE_HEIGHT}/${index}`, hash, findings);
  });
  roots.reached(check.frontier);
  for (let next = 0; ; ) {
    const page = await view.rows(next, PAGE);
    for (const row of page) {
      const { index, leaf, leaf_hash: leafHash, run, payload } = row;
      const salt = row.salt === null ? null : hex(row.salt);
      if (row.erased !== (payload === null && leaf.includes('"payload":"'))) {
        findings.add('ERASURE_CHANGED', index);
      }
      check.entry({ index, leaf, leafHash, run, salt, payload });
      roots.reached(check.frontier);
    }
    next = (page.at(-1)?.index ?? next) + 1;
    if (page.length < PAGE) break;
  }
  check.finish();
  const { frontier } = check;
  roots.finish(frontier.size);
  for (const place of nodes.keys()) findings.add('NODE_SURPLUS', null, place);
  if (!isHeadOf(await view.head(), frontier))
    findings.add('HEAD_CHANGED', null, `size ${frontier.size}`);
  for (const run of await view.runsBeyond(frontier.size)) findings.add('RUN_AHEAD', null, run);
  return frontier.size;
}

async function readCheckpoints(
  view: LogView,
  key: NoteKey | null,
  roots: SignedRoots,
  findings: Findings,
): Promise<void> {
  for (const stored of await view.checkpoints()) {
    const about = `size ${stored.size}`;
    const signed = key && openCheckpoint(stored.note, key);
    if (!signed) findings.add('CHECKPOINT_UNSIGNED', null, about);
    else {
      roots.add(signed.size, hexToBytes(signed.root));
      const same = signed.size === stored.size && signed.root === stored.root;
      if (!same) findings.add('CHECKPOINT_CHANGED', null, about);
    }
  }
}

/** Those that are found are taken out: what stays in the end should not be there. */
function checkNode(nodes: Map<string, Hash>, place: string, hash: Hash, findings: Findings): void {
  const stored = nodes.get(place);
  if (stored === undefined) findings.add('NODE_MISSING', null, place);
  else if (!sameBytes(stored, hash)) findings.add('NODE_CHANGED', null, place);
  nodes.delete(place);
}

function isHeadOf(head: Frontier, frontier: Frontier): boolean {
  if (head.size !== frontier.size) return false;
  return frontier.nodes.every((node, level) => {
    const counts = Math.floor(head.size / 2 ** level) % 2 === 1;
    const stored = head.nodes[level];
    return !counts || (stored !== undefined && sameBytes(stored, node));
  });
}

function isRefusal(thrown: unknown): boolean {
  return Fault.is(thrown) && thrown.code.startsWith('LEDGER_');
}
