import type { IndexedMessage } from './folder/message-index.ts';
import type { Address } from './parse/addresses.ts';

/** What a message must hold; all of it. Empty text asks for nothing. */
export interface SearchTerms {
  readonly text: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** Milliseconds since 1970, inclusive; null for no bound. */
  readonly since: number | null;
  /** Milliseconds since 1970, exclusive; null for no bound. */
  readonly before: number | null;
}

/** Tells by a message's head whether it matches; where only the text can tell, `ask-body`. */
export interface Matcher {
  byHead(message: IndexedMessage): 'yes' | 'no' | 'ask-body';
  byText(text: string): boolean;
}

/** Compares without regard to case and Unicode form. */
export function matcherFor(terms: SearchTerms): Matcher {
  const wanted = {
    text: folded(terms.text),
    from: folded(terms.from),
    to: folded(terms.to),
    subject: folded(terms.subject),
  };
  return {
    byHead({ head, at }) {
      const from = head.from ? shown(head.from) : '';
      const to = head.to.map(shown).join(' ');
      const subject = folded(head.subject);
      const isInTime =
        (terms.since === null || at >= terms.since) && (terms.before === null || at < terms.before);
      const holds =
        isInTime &&
        from.includes(wanted.from) &&
        to.includes(wanted.to) &&
        subject.includes(wanted.subject);
      if (!holds) return 'no';
      const isInHead = [from, to, subject].some((text) => text.includes(wanted.text));
      return isInHead ? 'yes' : 'ask-body';
    },
    byText: (text) => folded(text).includes(wanted.text),
  };
}

function shown({ name, address }: Address): string {
  return folded(`${name} <${address}>`);
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ');
}
