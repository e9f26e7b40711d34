import { Visible } from '../quote/visible-text.tsx';

/**
 * The gateway's sentence. What stands between its quotation marks is a stranger's: the gateway lets no value out of
 * them, and here it gets another typeface and ground, so that it cannot pass for our words.
 */
export function Sentence({ text }: { text: string }) {
  return text.split(/(“[^”]*”)/).map((part, at) =>
    part.startsWith('“') && part.endsWith('”') ? (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never move
        key={at}
        dir="ltr"
        className="rounded bg-sunken box-decoration-clone px-1 py-px font-mono text-[0.72em] break-words [unicode-bidi:isolate]"
      >
        <Visible text={part} />
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never move
      <Visible key={at} text={part} />
    ),
  );
}
