import { memo, type ReactNode, useEffect, useRef, useState } from 'react';

/** Items of one chunk: few enough to draw at once, many enough that ten thousand items are a hundred chunks. */
const SIZE = 40;

/**
 * A long list of which only what is near the window is drawn. Chunks keep their measured height while they are away,
 * so that the scroll bar tells the truth. A chunk is drawn again only when one of its items changed.
 */
export function Chunked<T>({
  items,
  keyOf,
  draw,
  estimate = 36,
  pinned,
}: {
  items: readonly T[];
  keyOf: (item: T) => string;
  draw: (item: T) => ReactNode;
  /** Height of an item before it was ever drawn, in pixels. */
  estimate?: number;
  /** Key of an item whose chunk is drawn wherever it is: the keyboard is there. */
  pinned?: string | undefined;
}) {
  const chunks: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += SIZE) chunks.push(items.slice(at, at + SIZE));
  const isShort = chunks.length <= 2;
  return chunks.map((chunk, at) => (
    <Near
      key={chunk[0] === undefined ? at : keyOf(chunk[0])}
      height={chunk.length * estimate}
      always={isShort || chunk.some((item) => keyOf(item) === pinned)}
    >
      <ChunkOf items={chunk as readonly unknown[]} draw={draw as (item: unknown) => ReactNode} />
    </Near>
  ));
}

const ChunkOf = memo(
  function ChunkOf({
    items,
    draw,
  }: {
    items: readonly unknown[];
    draw: (item: unknown) => ReactNode;
  }) {
    return items.map(draw);
  },
  (before, after) =>
    before.draw === after.draw &&
    before.items.length === after.items.length &&
    before.items.every((item, at) => item === after.items[at]),
);

/** Draws its content only near the window. */
function Near({
  height,
  always,
  children,
}: {
  height: number;
  always: boolean;
  children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(always);
  const measured = useRef(height);
  useEffect(() => {
    const element = place.current;
    if (!element || always) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        if (!entry.isIntersecting && element.childElementCount > 0)
          measured.current = entry.boundingClientRect.height;
        setNear(entry.isIntersecting);
      },
      { rootMargin: '900px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [always]);
  const isDrawn = isNear || always;
  return (
    <div ref={place} style={isDrawn ? undefined : { height: measured.current }}>
      {isDrawn && children}
    </div>
  );
}
