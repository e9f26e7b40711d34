import { label } from '@countersign/contract';
import { z } from 'zod';
import type { Membership } from '../caller.ts';
import type { Doors } from '../doors.ts';
import { httpFault } from '../errors.ts';
import { readBytes } from '../json-body.ts';
import { type Route, route } from '../route.ts';
import {
  caseList,
  caseView,
  fileRef,
  mailList,
  mailMessage,
  outboxList,
  outboxMail,
  rowPage,
  tableList,
} from '../schemas/data.ts';
import { idParams, idText, limit } from '../schemas/parameters.ts';
import { found } from '../visible.ts';

/** What a workspace holds: tables, cases, mails, uploads. */
export function dataRoutes(doors: Doors): readonly Route[] {
  return [
    route({
      name: 'GET /api/v1/workspaces/{ws}/tables',
      summary: 'All tables with their columns.',
      tag: 'data',
      answers: tableList,
      handle: async ({ access }) => ({ items: [...(await doors.tables.tables(access.workspace))] }),
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/tables/{id}/rows',
      summary: 'Rows in the order of writing, each with the label it was written with.',
      tag: 'data',
      params: idParams,
      query: z.strictObject({ after: idText.optional(), limit: limit(500, 100) }),
      answers: rowPage,
      handle: async ({ access, params, query }) => {
        const rows = await doors.tables.query(access.workspace, params.id, {
          where: {},
          limit: query.limit,
          after: query.after ?? null,
        });
        const last = rows.length === query.limit ? rows.at(-1)?.id : undefined;
        return { items: [...rows], next: last ?? null };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/cases',
      summary: 'Cases, newest first.',
      tag: 'data',
      query: z.strictObject({ limit: limit(500, 100) }),
      answers: caseList,
      handle: async ({ access, query }) => ({
        items: [...(await doors.cases.list(access.workspace, query.limit))],
      }),
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/cases/{id}',
      summary: 'A case by id or number, with its comments.',
      tag: 'data',
      params: idParams,
      answers: caseView,
      handle: async ({ access, params }) => {
        const { record, comments } = found(await doors.cases.get(access.workspace, params.id));
        return { record, comments: [...comments] };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/outbox',
      summary: 'Mails that the example’s sink took, newest first.',
      tag: 'data',
      query: z.strictObject({ limit: limit(200, 50) }),
      answers: outboxList,
      handle: async ({ access, query }) => {
        const mails = await doors.outbox.mails(access.workspace, query.limit);
        return { items: mails.map((mail) => ({ ...mail, to: [...mail.to] })) };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/outbox/{id}',
      summary: 'One of those mails, with its raw form.',
      tag: 'data',
      params: idParams,
      answers: outboxMail,
      handle: async ({ access, params }) => {
        const mail = found(await doors.outbox.mail(access.workspace, params.id));
        return { ...mail, to: [...mail.to] };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/mailbox/{connection}',
      summary: 'Mails of a mailbox, newest first: its owner’s own, or any for a responder.',
      tag: 'data',
      params: z.strictObject({ connection: idText }),
      query: z.strictObject({ limit: limit(500, 100) }),
      answers: mailList,
      handle: async ({ access, params, query }) => {
        await assertMailboxVisible(doors, access, params.connection);
        const mails = await doors.mailbox.list(access.workspace, params.connection, query.limit);
        return { items: mails.map((mail) => ({ ...mail, to: [...mail.to] })) };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/mailbox/{connection}/{message}',
      summary:
        'One of those mails whole: its text as a person would see it, and all header fields.',
      tag: 'data',
      params: z.strictObject({ connection: idText, message: idText }),
      answers: mailMessage,
      handle: async ({ access, params }) => {
        await assertMailboxVisible(doors, access, params.connection);
        return found(await doors.mailbox.read(access.workspace, params.connection, params.message));
      },
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/objects',
      summary: 'Upload a file: the bytes are the body, its name stands in the query.',
      tag: 'data',
      query: z.strictObject({ name: z.string().min(1).max(200).regex(FILE_NAME) }),
      status: 201,
      answers: fileRef,
      handle: ({ access, query, request }) => upload(doors, access, query.name, request),
    }),
  ];
}

/** No control characters, no path: it is shown to people and models. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const FILE_NAME = /^[^\u0000-\u001f\u007f/\\]+$/u;

async function assertMailboxVisible(doors: Doors, access: Membership, id: string): Promise<void> {
  const connection = found(await doors.config.connection(access.workspace, id));
  const { config } = connection;
  if (config.kind !== 'mailbox') throw httpFault('HTTP_NOT_FOUND');
  const isOwner = config.owner.toLowerCase() === access.member.email.toLowerCase();
  if (!access.others && !isOwner) throw httpFault('HTTP_NOT_FOUND');
}

async function upload(doors: Doors, access: Membership, name: string, request: Request) {
  const { workspace, caller } = access;
  const mediaType = request.headers.get('content-type') ?? 'application/octet-stream';
  if (!/^[\w.+-]{1,80}\/[\w.+-]{1,80}(\s*;[\x20-\x7e]{0,100})?$/.test(mediaType)) {
    throw httpFault('HTTP_MEDIA_TYPE', { message: 'The Content-Type header is no media type.' });
  }
  if (!name.isWellFormed()) {
    throw httpFault('HTTP_INVALID', { message: 'The name is no Unicode text.' });
  }
  const bytes = await readBytes(request, doors.limits.uploadBytes);
  const object = await doors.objects.put(workspace, {
    name,
    mediaType,
    bytes,
    // Anyone may have written what a person uploads; only that person's runs may read it.
    label: label('untrusted', [`user:${caller.person}`]),
    by: caller.person,
  });
  return { object, name, mediaType, bytes: bytes.byteLength };
}
