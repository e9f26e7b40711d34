import { type RefObject, useEffect } from 'react';

/** Pixels from the end within which somebody counts as reading along. */
const NEAR = 160;

/** Keeps the end of a growing page in view for those who are there, and leaves those alone who read further up. */
export function useStickToEnd(end: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let isAtEnd = true;
    const onScroll = () => {
      const { scrollHeight, clientHeight } = document.documentElement;
      isAtEnd = scrollHeight - clientHeight - window.scrollY < NEAR;
    };
    const observer = new ResizeObserver(() => {
      if (isAtEnd) window.scrollTo({ top: document.documentElement.scrollHeight });
    });
    const page = end.current?.parentElement;
    if (page) observer.observe(page);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', onScroll);
    };
  }, [end]);
}
