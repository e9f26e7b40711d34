import type { Granted, JsonObject, Label, ObjectStore, Performed } from '@countersign/contract';
import { numberArg, textArg } from '../arguments.ts';
import { failed } from '../failures.ts';
import { mediaTypeOf } from '../http/body.ts';
import { type MailPowers, onMailbox } from '../mail/on-mailbox.ts';
import { attachmentBytes } from '../mail/parse/message.ts';
import type { Performer } from '../performer.ts';
import { describeFile, type FileContent } from './describe-file.ts';

/** What reading files needs. */
export interface FilePowers extends MailPowers {
  readonly objects: Pick<ObjectStore, 'get'>;
}

/** `file.read`: an upload, with the label it was stored with, or an attachment of the tool's mailbox. */
export function filePerformer(powers: FilePowers): Performer {
  return (granted) => {
    const ref = textArg(granted.call.args, 'ref');
    return ref.startsWith('mail:')
      ? attachment(powers, granted, ref)
      : upload(powers, granted, ref);
  };
}

async function upload(powers: FilePowers, { call }: Granted, ref: string): Promise<Performed> {
  const object = await powers.objects.get(call.actor.workspace, ref);
  if (!object) return failed('FILE_UNKNOWN');
  const { buffer, byteOffset, byteLength } = object.bytes;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const file = { ref, name: object.name, ...mediaTypeOf(object.mediaType), bytes };
  return described(file, call.args, ref, object.label);
}

function attachment(powers: FilePowers, granted: Granted, ref: string): Promise<Performed> {
  return onMailbox(powers, granted, async (mailbox) => {
    const [, id = '', number = ''] = /^mail:(msg_[0-9a-f]{32})\/(\d{1,4})$/.exec(ref) ?? [];
    const opened = await mailbox.read(id);
    if (!opened) return failed('MAIL_MESSAGE_UNKNOWN');
    const found = opened.message.attachments.find((one) => one.number === Number(number));
    if (!found) return failed('MAIL_ATTACHMENT_UNKNOWN');
    const { name, mediaType, part } = found;
    const bytes = attachmentBytes(opened.bytes, found);
    const file = { ref, name, mediaType, charset: part.charset, bytes };
    return described(file, granted.call.args, id, null);
  });
}

function described(
  file: FileContent,
  args: JsonObject,
  source: string,
  stored: Label | null,
): Performed {
  const wish = { offset: numberArg(args, 'offset', 0), limit: numberArg(args, 'limit', 20_000) };
  return {
    kind: 'done',
    result: describeFile(file, wish),
    usage: { bytesIn: file.bytes.length },
    sources: [source],
    // All of it tells of the content, its hash and size as well.
    ...(stored === null ? {} : { stored: { '': stored } }),
  };
}
