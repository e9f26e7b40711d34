// Both ends of the broker's wire: the broker's own tests speak to it as the server does.
export { type BrokerClient, brokerClient } from '../broker-client.ts';
export { type Binding, bindTo } from './binding.ts';
export { type AddressKind, addressKind, sameAddress } from './dial/address.ts';
export { EGRESS_FAULTS, egressFault } from './errors.ts';
export { type EgressClient, egressClient } from './http/client.ts';
export type { Credential, EgressCall } from './http/plan.ts';
export { EGRESS_LIMITS, type EgressLimits } from './limits.ts';
export { MASK, Masker, masked, maskText } from './mask/mask.ts';
export { needlesOf } from './mask/needles.ts';
export {
  type EgressBody,
  type EgressOutcome,
  REFUSALS,
  type RefusalReason,
  type Refused,
  refused,
} from './outcome.ts';
export type { Clock, Dialer, Dialled, EgressPowers, Resolver } from './ports.ts';
export type { SmtpCall, SmtpOutcome, SmtpServer } from './smtp/call.ts';
export { sendMail, smtpHost } from './smtp/smtp.ts';
export { systemClock, systemDialer, systemResolver } from './system.ts';
export { originOf } from './target.ts';
export { faultFromWire, faultToWire } from './wire/fault.ts';
export { headerJson, packFrame, splitFrame } from './wire/frame.ts';
export { FAULT_TRAILER, OUTCOME_HEADER, ROUTES } from './wire/names.ts';
