export { type CallOrder, createCallOrder } from './call-order.ts';
export { checkpointText, openCheckpoint, originOf, workspaceOfOrigin } from './checkpoint.ts';
export { payloadLine } from './export-payloads.ts';
export {
  createFindings,
  FINDINGS,
  type Finding,
  type FindingCode,
  type Findings,
} from './findings.ts';
export { appended, EMPTY_FRONTIER, type Frontier, rootOfFrontier } from './frontier.ts';
export { createLogCheck, type FoundEntry, type LogCheck } from './log-check.ts';
export { EMPTY_ROOT, type Hash, leafHash, nodeHash, rootOf, sameBytes } from './merkle.ts';
export { type NoteKey, openNote, parseVerifierKey, signNote, verifierKeyText } from './note.ts';
export { createProver, type HashSource, type Prover } from './prover.ts';
export { createSignedRoots, type SignedRoots } from './signed-roots.ts';
export {
  type ConsistencyClaim,
  type InclusionClaim,
  verifyConsistency,
  verifyInclusion,
  verifySubtreeConsistency,
  verifySubtreeInclusion,
} from './subtree.ts';
export {
  bundleBytes,
  bundlesOf,
  entriesOfBundle,
  TILE_HEIGHT,
  TILE_WIDTH,
  type Tile,
  tileBytes,
  tilePath,
  tilesOf,
} from './tiles.ts';
export {
  EXPORT_FILES,
  type ExportReader,
  type ExportReport,
  type ExportTrust,
  verifyExport,
} from './verify-export.ts';
export { type ProofReport, verifyProof } from './verify-proof.ts';
