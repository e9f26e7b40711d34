import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Makes its content once it has come near the window, and then keeps it. */
export function WhenNear({
  always,
  height,
  children,
}: {
  always: boolean;
  /** Pixels of room it takes before. */
  height: number;
  children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [wasNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || always || wasNear) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '800px 0px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [always, wasNear]);
  if (always || wasNear) return children;
  return <div ref={place} style={{ height }} />;
}
