import { Fragment, memo } from 'react';
import { visible } from './visible.ts';

/** A text in which every character is seen. What hides itself is named, in a box that no text can draw. */
export const Visible = memo(function Visible({
  text,
  breaks = 'marked',
}: {
  text: string;
  /** `plain` where lines are there to be read, and their ends show themselves. */
  breaks?: 'marked' | 'plain';
}) {
  return visible(text).map((piece, at) =>
    piece.kind === 'plain' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move
      <Fragment key={at}>{piece.text}</Fragment>
    ) : (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move
        key={at}
        title={piece.name}
        className={
          piece.shown.startsWith('⟨')
            ? 'rounded-sm bg-refused-soft px-0.5 text-[0.85em] font-medium text-refused'
            : 'text-ink-3 select-none'
        }
      >
        {breaks === 'plain' && piece.shown === '↵\n' ? '\n' : piece.shown}
      </span>
    ),
  );
});
