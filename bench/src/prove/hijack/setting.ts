import { isJsonObject, type Json } from '@countersign/contract';
import { DEFAULT_POLICIES, policiesOf, registerActions } from '@countersign/gateway';
import type { Suite } from './data.ts';
import { descriptorsOf } from './descriptors.ts';
import type { SuiteSetting } from './driver.ts';

/** What is the same for every run of a suite. */
export function settingOf(suite: Suite): SuiteSetting {
  return {
    suite,
    actions: registerActions(descriptorsOf(suite)),
    policies: policiesOf(DEFAULT_POLICIES),
    ownAddresses: ownAddresses(suite.environment_benign),
  };
}

/** The account the environment belongs to, where it has one. */
function ownAddresses(environment: Json): readonly string[] {
  const inbox = isJsonObject(environment) ? environment['inbox'] : undefined;
  const own = isJsonObject(inbox) ? inbox['account_email'] : undefined;
  return typeof own === 'string' ? [own.toLowerCase()] : [];
}
