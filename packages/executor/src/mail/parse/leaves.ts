import type { Part } from './part.ts';

/** What of a message is text to read, and what is attached. */
export interface Leaves {
  /** In order; each is shown after the other. */
  readonly bodies: readonly BodyPart[];
  readonly attachments: readonly Part[];
}

/** One piece of the text a person sees, and the plain text that stands beside it unseen. */
export interface BodyPart {
  readonly part: Part;
  readonly kind: 'plain' | 'html';
  /** The plain version of an HTML text, which mail programs do not show. */
  readonly unseenPlain: Part | null;
}

/** Sorts a message's tree into text and attachments, as a person's mail program does. */
export function leavesOfTree(root: Part): Leaves {
  const bodies: BodyPart[] = [];
  const attachments: Part[] = [];
  visit(root);
  return { bodies, attachments };

  function visit(part: Part): void {
    if (part.children.length === 0) leaf(part);
    else if (part.mediaType === 'multipart/alternative') alternative(part.children);
    else if (/^multipart\/(?:related|signed)$/.test(part.mediaType)) withFirst(part.children);
    else for (const child of part.children) visit(child);
  }

  function leaf(part: Part): void {
    const kind = shownKind(part);
    if (kind) bodies.push({ part, kind, unseenPlain: null });
    else attachments.push(part);
  }

  /** Programs show the HTML version where there is one. */
  function alternative(children: readonly Part[]): void {
    const versions = children.map((child) => leavesOfTree(child));
    const html = versions.findLastIndex((one) => one.bodies.some(({ kind }) => kind === 'html'));
    const plain = versions.findLastIndex((one) => one.bodies.length > 0);
    const shown = html >= 0 ? html : plain;
    const unseen = versions.find((one, i) => i !== shown && one.bodies[0]?.kind === 'plain');
    versions.forEach((one, i) => {
      if (i === shown) {
        bodies.push(
          ...one.bodies.map((body, n) => ({
            ...body,
            unseenPlain: n === 0 ? (unseen?.bodies[0]?.part ?? null) : body.unseenPlain,
          })),
        );
      }
      attachments.push(...one.attachments);
    });
  }

  /** The first child is the text; the others serve it. */
  function withFirst(children: readonly Part[]): void {
    const [first, ...others] = children;
    if (first) visit(first);
    for (const other of others) {
      const inside = leavesOfTree(other);
      attachments.push(...inside.bodies.map((body) => body.part), ...inside.attachments);
    }
  }
}

/** How a leaf is shown as text, or null for an attachment. */
function shownKind(part: Part): 'plain' | 'html' | null {
  if (part.disposition === 'attachment' || part.filename !== '') return null;
  if (part.mediaType === 'text/html' || part.mediaType === 'application/xhtml+xml') return 'html';
  return /^text\/(?:plain|enriched|richtext|markdown|x-[\w-]+)$/.test(part.mediaType)
    ? 'plain'
    : null;
}
