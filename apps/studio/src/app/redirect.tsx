import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Outside } from './page-states.tsx';

/**
 * Goes elsewhere, once. The router's own `Navigate` goes again whenever it is drawn, which it is while the place it
 * leads to is still on its way.
 */
export function Redirect({ to }: { to: NavigateOptions }) {
  const navigate = useNavigate();
  const first = useRef(to);
  useEffect(() => {
    void navigate({ ...first.current, replace: true });
  }, [navigate]);
  return <Outside />;
}
