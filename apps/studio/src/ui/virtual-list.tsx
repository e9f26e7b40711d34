import {
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { offsetsOf, placesFor, rowAt } from './virtual-rows.ts';

/** Lists up to this long are drawn whole. */
const SHORT = 60;
/** Pixels beyond the window that are drawn as well, so that a fast hand finds rows there. */
const AHEAD = 400;
/** Rows that come and go together: each scroll step of a few pixels must not be a change. */
const STEP = 8;
/** Windows passed from one look to the next above which nobody reads: rows are drawn when it slows down. */
const FLING = 0.75;
/** Milliseconds without another look after which it has slowed down. */
const SETTLED = 70;

/**
 * A long list of which only what is near the window is drawn, whichever element scrolls. Rows may have any height: one
 * that was drawn is remembered as it was, one that was not counts as `estimate` says. The better that is, the less moves.
 */
export function VirtualList<T>({
  items,
  keyOf,
  draw,
  estimate,
  current,
  onNearEnd,
  label,
}: {
  items: readonly T[];
  keyOf: (item: T) => string;
  draw: (item: T) => ReactNode;
  /** Height of a row before it was ever drawn, in pixels. The function must stay the same. */
  estimate: (item: T) => number;
  /** Key of the row where the keyboard is: it is drawn wherever it is, and scrolled into view when it changes. */
  current?: string | undefined;
  /** Told when the last rows are drawn: more can be fetched. */
  onNearEnd?: (() => void) | undefined;
  label?: string;
}) {
  const list = useRef<HTMLUListElement>(null);
  const heights = useRef(new Map<string, number>());
  const [measured, setMeasured] = useState(0);
  const [range, setRange] = useState({ from: 0, to: SHORT });
  const offsets = useMemo(
    // `measured` says that `heights` has changed.
    () =>
      measured < 0
        ? []
        : offsetsOf(items, (item) => heights.current.get(keyOf(item)) ?? estimate(item)),
    [items, keyOf, estimate, measured],
  );
  const currentPlace = useMemo(
    () => (current === undefined ? -1 : items.findIndex((item) => keyOf(item) === current)),
    [items, keyOf, current],
  );

  const lastTop = useRef<number | null>(null);
  const look = useCallback(() => {
    const place = list.current?.getBoundingClientRect();
    if (!place) return;
    lastTop.current = place.top;
    const from = rowAt(offsets, -place.top - AHEAD);
    const to = rowAt(offsets, window.innerHeight - place.top + AHEAD) + 1;
    const next = { from: from - (from % STEP), to: to + STEP - (to % STEP) };
    setRange((before) => (before.from === next.from && before.to === next.to ? before : next));
  }, [offsets]);
  useLayoutEffect(look, [look]);
  useEffect(() => {
    let settling: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const moved = Math.abs(top - (lastTop.current ?? top));
      lastTop.current = top;
      clearTimeout(settling);
      if (moved > window.innerHeight * FLING) settling = setTimeout(look, SETTLED);
      else look();
    };
    // Scrolling does not bubble, and which element scrolls is the page's affair.
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    window.addEventListener('resize', look);
    return () => {
      clearTimeout(settling);
      document.removeEventListener('scroll', onScroll, { capture: true });
      window.removeEventListener('resize', look);
    };
  }, [look]);

  const observer = useRowHeights(heights.current, () => setMeasured((count) => count + 1));
  useReveal(list, current, currentPlace, offsets);
  const isAtEnd = range.to >= items.length;
  useEffect(() => {
    if (isAtEnd) onNearEnd?.();
  }, [isAtEnd, onNearEnd]);

  const places = placesFor(
    items.length,
    items.length <= SHORT ? { from: 0, to: SHORT } : range,
    currentPlace,
  );
  return (
    <ul ref={list} aria-label={label}>
      {places.map((place, nth) => {
        const item = items[place];
        if (item === undefined) return null;
        const before = nth === 0 ? 0 : (places[nth - 1] ?? 0) + 1;
        const gap = (offsets[place] ?? 0) - (offsets[before] ?? 0);
        const key = keyOf(item);
        return (
          <Row
            key={key}
            id={key}
            gap={gap}
            height={heights.current.get(key) ?? estimate(item)}
            place={place}
            all={items.length}
            item={item as unknown}
            draw={draw as (item: unknown) => ReactNode}
            observer={observer}
          />
        );
      })}
      <Gap height={(offsets[items.length] ?? 0) - (offsets[(places.at(-1) ?? -1) + 1] ?? 0)} />
    </ul>
  );
}

/** A row with the room of those above it that are not drawn. */
const Row = memo(function Row({
  id,
  gap,
  height,
  place,
  all,
  item,
  draw,
  observer,
}: {
  id: string;
  gap: number;
  /** What it counts as. */
  height: number;
  place: number;
  all: number;
  item: unknown;
  draw: (item: unknown) => ReactNode;
  observer: Observe;
}) {
  const element = useRef<HTMLLIElement>(null);
  useLayoutEffect(
    () => (element.current ? observer(element.current, id, height) : undefined),
    [observer, id, height],
  );
  return (
    <>
      <Gap height={gap} />
      <li
        ref={element}
        className="[contain:layout_style]"
        aria-setsize={all}
        aria-posinset={place + 1}
      >
        {draw(item)}
      </li>
    </>
  );
});

/** Room of rows that are not drawn; whoever flings the page past them sees their outline. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <li aria-hidden="true" className="undrawn" style={{ height }} /> : null;
}

/** Watches a row’s height, and gives the way to stop. */
type Observe = (element: HTMLElement, key: string, expected: number) => () => void;

/** Measures rows as they are drawn and as they change. Heights come with the browser's own layout, and cost none. */
function useRowHeights(heights: Map<string, number>, changed: () => void): Observe {
  const tell = useRef(changed);
  tell.current = changed;
  const [observe] = useState(() => {
    const known = new WeakMap<Element, { readonly key: string; readonly expected: number }>();
    const observer = new ResizeObserver((entries) => {
      let isNews = false;
      for (const { target, borderBoxSize } of entries) {
        const row = known.get(target);
        const height = borderBoxSize[0]?.blockSize ?? 0;
        // A row that is taken away is told of as one without height.
        if (row === undefined || height === 0) continue;
        if (Math.abs((heights.get(row.key) ?? row.expected) - height) < 0.5) continue;
        heights.set(row.key, height);
        isNews = true;
      }
      if (isNews) tell.current();
    });
    return (element: HTMLElement, key: string, expected: number) => {
      known.set(element, { key, expected });
      observer.observe(element);
      return () => observer.unobserve(element);
    };
  });
  return observe;
}

/** Pixels that stay free above and below a row that was scrolled to. */
const MARGIN = 72;

/** Scrolls to the current row when it becomes another one, and only as far as is needed. */
function useReveal(
  list: { readonly current: HTMLElement | null },
  current: string | undefined,
  place: number,
  offsets: ArrayLike<number>,
): void {
  const last = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || current === undefined || place < 0 || last.current === current) return;
    last.current = current;
    const scroller = scrollerOf(element);
    const view =
      scroller === document.scrollingElement
        ? { top: 0, bottom: window.innerHeight }
        : scroller.getBoundingClientRect();
    const start = element.getBoundingClientRect().top;
    const top = start + (offsets[place] ?? 0) - MARGIN;
    const bottom = start + (offsets[place + 1] ?? 0) + MARGIN;
    if (top < view.top) scroller.scrollTop += top - view.top;
    else if (bottom > view.bottom) scroller.scrollTop += bottom - view.bottom;
  }, [list, current, place, offsets]);
}

function scrollerOf(element: HTMLElement): Element {
  for (let at = element.parentElement; at !== null; at = at.parentElement)
    if (at !== document.body && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return document.scrollingElement ?? document.documentElement;
}
