import { type Approval, type Call, callHash, canonical, type Json } from '@countersign/contract';
import { decided, type HeldCall } from './held-calls.ts';

/** What came of trying an approval on everything but the call it was given for. */
export interface Tried {
  cases: number;
  readonly accepted: string[];
}

/**
 * Edits every byte of a held call's canonical form, and has the gateway decide the result with the approval of
 * the original. Also tried: the original under another version of the policies.
 */
export function tryEdits({ call, callHash: approved, text }: HeldCall, tried: Tried): void {
  const approval: Approval = { question: 'qst_1', callHash: approved, by: 'usr_principal' };
  const name = `${call.action} ${text.slice(0, 40)}`;
  const count = (wrong: string | null) => {
    tried.cases += 1;
    if (wrong !== null) tried.accepted.push(`${name}: ${wrong}`);
  };
  count(
    decided(call, approval).kind === 'allowed' ? null : 'the approved call itself is not allowed',
  );
  count(
    decided(call, approval, true).kind === 'allowed'
      ? 'an approval of another policy version was accepted'
      : null,
  );
  const bytes = Buffer.from(text);
  for (const at of bytes.keys()) {
    const other = callAfter(bytes, at);
    // What is no call any more cannot be made at all.
    count(
      other === null || canonical(asJson(other)) === text ? null : wrongWith(other, approval, at),
    );
  }
}

function wrongWith(other: Call, approval: Approval, at: number): string | null {
  try {
    if (callHash(other, versionOf(other)) === approval.callHash)
      return `with another byte ${at} it has the same hash`;
    const accepted =
      decided(other, approval).kind === 'allowed' && decided(other, null).kind !== 'allowed';
    return accepted ? `with another byte ${at} it was accepted` : null;
  } catch {
    // A call without the parts of one: the gateway's types exclude it, and it decides nothing.
    return null;
  }
}

function versionOf(call: Call): string {
  return decided(call, null).why.policyVersion;
}

/** The call that the bytes are with one of them changed, or null where they are none. */
function callAfter(bytes: Buffer, at: number): Call | null {
  const other = Buffer.from(bytes);
  other[at] = (other[at] ?? 0) ^ 1;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(other));
    // Whatever it is, the gateway is asked as if it were a call.
    return value as Call;
  } catch {
    return null;
  }
}

function asJson(call: Call): Json {
  return call as unknown as Json;
}
