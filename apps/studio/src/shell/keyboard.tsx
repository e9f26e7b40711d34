import type { Me } from '@countersign/contract';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { part } from '../app/reload-when-replaced.ts';
import { useWorkspace } from '../session/workspace.tsx';
import { isTyping } from './is-typing.ts';
import { closeOverlay, openPalette, showShortcuts, useOverlay } from './palette-state.ts';
import { SECTIONS } from './sections.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';

const Palette = lazy(async () => ({
  default: (await part(() => import('./palette.tsx'))).Palette,
}));

/** Milliseconds for which a G waits for the letter after it. */
const CHORD = 1200;

/** Keys that work on every page: the palette, the list of keys, G and a letter to go somewhere. */
export function Keyboard({ me }: { me: Me }) {
  const { id } = useWorkspace();
  const navigate = useNavigate();
  const overlay = useOverlay();

  useEffect(() => {
    let chordUntil = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event)) return;
      if (event.key === '?') {
        event.preventDefault();
        showShortcuts();
      } else if (event.timeStamp < chordUntil) {
        chordUntil = 0;
        const section = SECTIONS.find(({ key }) => key === event.key.toLowerCase());
        if (!section) return;
        // Another listener must not take the letter for its own.
        event.stopImmediatePropagation();
        event.preventDefault();
        void navigate({ to: section.to, params: { ws: id } });
      } else if (event.key === 'g') {
        chordUntil = event.timeStamp + CHORD;
      }
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [id, navigate]);

  return (
    <>
      <ShortcutSheet open={overlay === 'shortcuts'} onClose={closeOverlay} />
      {overlay === 'palette' && (
        <Suspense fallback={null}>
          <Palette me={me} onClose={closeOverlay} />
        </Suspense>
      )}
    </>
  );
}
