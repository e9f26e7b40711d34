import { type Refused, refused } from '../outcome.ts';

/** Who a message is from and whom it goes to, as SMTP is told. */
export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
}

const MAX_RECIPIENTS = 100;

/**
 * An address that says one thing in an SMTP command: no spaces, control characters, quotes, brackets or second
 * `@` that could end it early and begin a command of its own (RFC 5321 section 4.1.2, without its rare forms).
 */
const ADDRESS =
  /^[^\s\p{C}"(),:;<>@[\\\]]{1,64}@(?=[^@]{1,253}$)[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$/u;

/** Why an envelope is not sent, or null. Recipients are attacker-controlled; `sender` is the connection's own. */
export function envelopeRefusal(envelope: Envelope, sender: string): Refused | null {
  const { from, to } = envelope;
  if (to.length === 0 || to.length > MAX_RECIPIENTS)
    return refused('ADDRESS_SYNTAX', `1 to ${MAX_RECIPIENTS} recipients`);
  if (![from, ...to].every(isAddress)) return refused('ADDRESS_SYNTAX');
  return from.toLowerCase() === sender.toLowerCase() ? null : refused('SENDER');
}

function isAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text);
}
