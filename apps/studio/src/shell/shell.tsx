import type { Me } from '@countersign/contract';
import { useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { PageLoading } from '../app/page-states.tsx';
import { part } from '../app/reload-when-replaced.ts';
import { Keyboard } from './keyboard.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { SideBar } from './side-bar.tsx';

const Toasts = lazy(async () => ({ default: (await part(() => import('./toasts.tsx'))).Toasts }));

/** Everything around a page: the way past it, navigation, messages, keys. */
export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-ink px-4 py-2 font-medium text-paper focus:translate-y-0"
      >
        Skip to the page
      </a>
      <SideBar me={me} />
      <div className="min-w-0 pb-(--bar)">
        <OfflineBanner />
        <Main>{children}</Main>
      </div>
      <PhoneBar me={me} />
      <Keyboard me={me} />
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
    </div>
  );
}

/** The page. After each change of place a screen reader and the keyboard begin at its top. */
function Main({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    const [, , , before] = last.current.split('/');
    const [, , , after] = pathname.split('/');
    last.current = pathname;
    // Within a section the page manages its own focus.
    if (before !== after) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main id="main" ref={main} tabIndex={-1} className="min-w-0 outline-none">
      <Suspense fallback={<PageLoading />}>{children}</Suspense>
    </main>
  );
}
