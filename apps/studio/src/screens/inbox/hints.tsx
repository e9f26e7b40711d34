import { Kbd } from '../../ui/kbd.tsx';

const KEYS = [
  ['J', 'next'],
  ['K', 'previous'],
  ['A', 'approve'],
  ['D', 'deny'],
  ['E', 'edit'],
  ['H', 'history'],
  ['?', 'all keys'],
] as const;

/** The keys that drive the inbox, where there is a keyboard. */
export function Hints() {
  return (
    <p
      aria-hidden="true"
      className="hidden flex-wrap gap-x-3 gap-y-1.5 border-t border-line bg-paper px-5 py-3 text-xs text-ink-3 lg:pointer-fine:flex"
    >
      {KEYS.map(([key, does]) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <Kbd>{key}</Kbd> {does}
        </span>
      ))}
    </p>
  );
}
