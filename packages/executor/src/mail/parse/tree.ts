import { guessBoundary, splitAtDelimiters } from './delimiters.ts';
import { type HeaderBlock, readHeaderBlock } from './header-block.ts';
import { MAIL_LIMITS } from './limits.ts';
import { describePart, type Part } from './part.ts';

/** A message's header and its MIME tree. */
export interface MessageTree {
  readonly header: HeaderBlock;
  readonly root: Part;
  readonly problems: readonly string[];
}

/** Reads the MIME tree of the message in `[start, end)`. Attached messages are leaves; see {@link readTree} again for them. */
export function readTree(bytes: Buffer, start: number, end: number): MessageTree {
  const header = readHeaderBlock(bytes, start, end, 'message');
  const walk: Walk = { bytes, parts: 0, problems: new Set(header.problems) };
  const root = branch(walk, header, end, 'text/plain', 0);
  return { header, root, problems: [...walk.problems] };
}

interface Walk {
  readonly bytes: Buffer;
  parts: number;
  readonly problems: Set<string>;
}

function branch(
  walk: Walk,
  block: HeaderBlock,
  end: number,
  fallback: string,
  depth: number,
): Part {
  const part = describePart(block, end, fallback);
  walk.parts += 1;
  for (const problem of block.problems) walk.problems.add(problem);
  if (!part.mediaType.startsWith('multipart/')) return { ...part, children: [] };
  if (depth >= MAIL_LIMITS.depth) {
    walk.problems.add('nested-too-deep');
    return { ...part, children: [] };
  }
  return { ...part, ...childrenOf(walk, part, depth) };
}

/** The children of a multipart; one that has none is read as plain text, which is what people would see of it. */
function childrenOf(
  walk: Walk,
  part: Omit<Part, 'children'>,
  depth: number,
): Pick<Part, 'children' | 'mediaType'> {
  const named = part.parameters.get('boundary') ?? '';
  const boundary =
    named !== '' && named.length <= 1_000 ? named : guessBoundary(walk.bytes, part.start, part.end);
  if (boundary !== named) walk.problems.add('no-boundary');
  const room = MAIL_LIMITS.parts - walk.parts;
  if (boundary === null || room <= 0) {
    if (room <= 0) walk.problems.add('too-many-parts');
    return { mediaType: 'text/plain', children: [] };
  }
  const split = splitAtDelimiters(walk.bytes, part.start, part.end, boundary, room + 1);
  if (!split.closed) walk.problems.add('multipart-not-closed');
  if (split.bodies.length === 0) return { mediaType: 'text/plain', children: [] };
  const fallback = part.mediaType === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
  const children: Part[] = [];
  for (const body of split.bodies) {
    if (walk.parts >= MAIL_LIMITS.parts) {
      walk.problems.add('too-many-parts');
      break;
    }
    const block = readHeaderBlock(walk.bytes, body.start, body.end, 'part');
    children.push(branch(walk, block, body.end, fallback, depth + 1));
  }
  return { mediaType: part.mediaType, children };
}
