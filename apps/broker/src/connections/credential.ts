import { type Credential, needlesOf, type Refused, refused } from '@countersign/executor/egress';
import type { CredentialPlan } from './credential-plan.ts';

/** What stands in a header is visible Latin-1 (RFC 9110 section 5.5). */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** The header a secret's value makes, and everything in an answer that would give the value away. */
export function credentialOf(
  { header, form }: CredentialPlan,
  value: string,
): { readonly kind: 'credential'; readonly credential: Credential } | Refused {
  const text = form.kind === 'prefixed' ? form.prefix + value : `Basic ${basic(form.user, value)}`;
  if (!SENDABLE.test(text)) return refused('SECRET_UNFIT');
  const whole = form.kind === 'prefixed' ? [] : [Buffer.from(basic(form.user, value))];
  return {
    kind: 'credential',
    credential: { headers: { [header]: text }, needles: [...whole, ...needlesOf(value)] },
  };
}

/** RFC 7617, in UTF-8. */
function basic(user: string, password: string): string {
  return Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
}
