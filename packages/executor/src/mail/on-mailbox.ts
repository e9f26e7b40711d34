import type { Granted, Performed } from '@countersign/contract';
import { type ConfigOf, configFor, type FindConnection } from '../connection.ts';
import { failed } from '../failures.ts';
import type { Mailbox, Mailboxes } from './mailbox.ts';

/** What reading mail needs. */
export interface MailPowers {
  readonly findConnection: FindConnection;
  readonly mailboxes: Mailboxes;
}

/** Works on the mailbox that a granted call's connection names. What the disk does is a failure, never a throw. */
export async function onMailbox(
  powers: MailPowers,
  granted: Granted,
  work: (mailbox: Mailbox, config: ConfigOf<'mailbox'>) => Promise<Performed>,
): Promise<Performed> {
  const config = await configFor(powers.findConnection, granted, 'mailbox');
  if (!config) return failed('EXECUTOR_CONNECTION_MISSING');
  const found = await powers.mailboxes(config.folder);
  if (found.kind === 'outside') return failed('MAIL_MAILBOX_OUTSIDE');
  if (found.kind === 'missing') return failed('MAIL_MAILBOX_UNREADABLE');
  try {
    return await work(found.mailbox, config);
  } catch (thrown) {
    if (!isDiskError(thrown)) throw thrown;
    // The system's text names a path of the server, which is no agent's business.
    return granted.call.action === 'mail.delete' && NOT_WRITABLE.test(thrown.code)
      ? failed('MAIL_MAILBOX_NOT_WRITABLE')
      : failed('MAIL_MAILBOX_UNREADABLE');
  }
}

const NOT_WRITABLE = /^(?:EACCES|EPERM|EROFS|ENOSPC|EDQUOT)$/;

function isDiskError(thrown: unknown): thrown is Error & { code: string } {
  return thrown instanceof Error && 'code' in thrown && /^E[A-Z0-9]+$/.test(String(thrown.code));
}
