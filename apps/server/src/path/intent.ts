import {
  type ActionDescriptor,
  type Approval,
  type Call,
  type EntryInput,
  effectOf,
  type Json,
  type Purpose,
  repeatOf,
  type Verdict,
} from '@countersign/contract';
import { isBeacon } from '@countersign/gateway';
import { placed } from '../runtime/entries.ts';
import { permissionsIn } from './standing.ts';

/**
 * The write-ahead entry of a call: what will be done, why it may, and what it is bound to. A model call's
 * context is in the log already, entry by entry, so its intent tells only its size.
 */
export function intentEntry(
  call: Call,
  verdict: Extract<Verdict, { kind: 'allowed' }>,
  descriptor: ActionDescriptor,
  about: {
    readonly approval: Approval | null;
    /** The slot of the contract that the call takes a place of. */
    readonly place: number | null;
    readonly purpose?: Purpose | undefined;
  },
): EntryInput {
  const { approval, place, purpose } = about;
  const isModel = call.action === 'model.generate';
  const { messages, connection, name } = call.args;
  const payload = isModel
    ? {
        call: call.id,
        action: call.action,
        generate: {
          connection: connection ?? null,
          name: name ?? null,
          messages: Array.isArray(messages) ? messages.length : 0,
        },
      }
    : {
        call,
        verdict: verdict.why,
        effect: effectOf(descriptor, call.args),
        repeat: repeatOf(descriptor, call.args),
        approval,
      };
  const permissions = permissionsIn(verdict.why);
  return {
    kind: 'call.intent',
    run: call.actor.run,
    call: call.id,
    ref: {
      ...{ action: call.action, callHash: verdict.callHash, approved: approval?.question ?? null },
      // By this name a permission's uses are found in the log.
      ...(permissions.length === 0 ? {} : { permissions }),
      // A host that a stranger named learns that somebody looked: counted where it is proved.
      ...(isBeacon(verdict.why) ? { beacon: true } : {}),
      // A restart counts by this what was under way.
      ...placed(place),
      ...(purpose === undefined ? {} : { purpose }),
    },
    // Calls and explanations are plain data by their types.
    payload: payload as unknown as Json,
  };
}
