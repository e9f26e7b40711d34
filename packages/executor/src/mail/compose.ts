import { digest } from '@countersign/contract';
import MailComposer from 'nodemailer/lib/mail-composer';

/** A mail to be sent. Everything but `from`, `call` and `at` is a model's words. */
export interface Draft {
  /** The connection's own address. */
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly inReplyTo: string;
  readonly references: readonly string[];
  /** Id of the call; the message's id is made of it, so that a repeat can be recognised. */
  readonly call: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Why a draft cannot be sent, or null. A line break in a header would make another header of what follows. */
export function faultOf(draft: Draft): 'MAIL_ADDRESS_INVALID' | 'MAIL_HEADER_INVALID' | null {
  const recipients = [...draft.to, ...draft.cc];
  if (recipients.length === 0 || !recipients.every(isAddress)) return 'MAIL_ADDRESS_INVALID';
  const threads = [draft.inReplyTo, ...draft.references].filter((id) => id !== '');
  if (!threads.every((id) => /^<[\x21-\x3b\x3d\x3f-\x7e]{1,990}>$/.test(id)))
    return 'MAIL_HEADER_INVALID';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  return /[\x00-\x1f\x7f\u2028\u2029]/.test(draft.subject) ? 'MAIL_HEADER_INVALID' : null;
}

/** One bare address, without name, quotes, routes or blanks: no two mail programs can read it differently. */
function isAddress(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,190}[A-Za-z0-9])?$/.test(
      text,
    ) &&
    !text.includes('..')
  );
}

/** The Message-ID of a call's mail. It tells nothing of the run and is the same at a repeat. */
export function messageIdOf(call: string, from: string): string {
  const host = from.slice(from.lastIndexOf('@') + 1);
  return `<${digest(`mail.send\0${call}`).slice(0, 40)}@${host}>`;
}

/** The message as it is handed to a mail server. The draft has no {@link faultOf}. */
export function compose(draft: Draft): Promise<Buffer> {
  const composer = new MailComposer({
    from: { name: '', address: draft.from },
    to: draft.to.map((address) => ({ name: '', address })),
    cc: draft.cc.map((address) => ({ name: '', address })),
    subject: draft.subject,
    text: draft.text,
    date: new Date(draft.at),
    messageId: messageIdOf(draft.call, draft.from),
    ...(draft.inReplyTo === '' ? {} : { inReplyTo: draft.inReplyTo }),
    ...(draft.references.length === 0 ? {} : { references: [...draft.references] }),
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  });
  return composer.compile().build();
}
