import { useEffect } from 'react';

/** Names the page in the browser's tab, which is also what a screen reader says first. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === 'Countersign' ? title : `${title} · Countersign`;
  }, [title]);
}
