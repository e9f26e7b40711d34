import { type ActionDescriptor, pinOf, type Sha256 } from '@countersign/contract';
import { agentDelegate } from './agent/delegate.ts';
import { caseCommentAction } from './case/comment.ts';
import { caseCreate } from './case/create.ts';
import { caseGet } from './case/get.ts';
import { caseList } from './case/list.ts';
import { fileRead } from './file-read.ts';
import { httpFetch } from './http/fetch.ts';
import { httpRequest } from './http/request.ts';
import { iocExtract } from './ioc-extract.ts';
import { mailDelete } from './mail/delete.ts';
import { mailList } from './mail/list.ts';
import { mailRead } from './mail/read.ts';
import { mailSearch } from './mail/search.ts';
import { mailSend } from './mail/send.ts';
import { memoryForget } from './memory/forget.ts';
import { memorySearch } from './memory/search.ts';
import { memoryWrite } from './memory/write.ts';
import { modelGenerate } from './model-generate.ts';
import { tableCreate } from './table/create.ts';
import { tableDelete } from './table/delete.ts';
import { tableInsert } from './table/insert.ts';
import { tableList } from './table/list.ts';
import { tableQuery } from './table/query.ts';
import { tableUpdate } from './table/update.ts';

/** An action with the pin of all that is said of it. */
export interface CatalogEntry {
  readonly descriptor: ActionDescriptor;
  readonly pin: Sha256;
  /** Whether a builder may attach it to an agent; false for what only the platform itself calls. */
  readonly attachable: boolean;
}

/** Actions by id. */
export type Catalog = ReadonlyMap<string, CatalogEntry>;

const BUILT_IN: readonly ActionDescriptor[] = [
  modelGenerate,
  httpRequest,
  httpFetch,
  mailList,
  mailSearch,
  mailRead,
  mailSend,
  mailDelete,
  iocExtract,
  tableList,
  tableCreate,
  tableInsert,
  tableQuery,
  tableUpdate,
  tableDelete,
  caseCreate,
  caseCommentAction,
  caseList,
  caseGet,
  fileRead,
  memoryWrite,
  memorySearch,
  memoryForget,
  agentDelegate,
];

/** The built-in actions. Descriptors are frozen: what was pinned cannot change under its pin. */
export function catalog(): Catalog {
  return new Map(
    BUILT_IN.map((descriptor) => [
      descriptor.id,
      {
        descriptor: frozen(descriptor),
        pin: pinOf(descriptor),
        attachable: !isInternal(descriptor),
      },
    ]),
  );
}

function isInternal(descriptor: ActionDescriptor): boolean {
  return descriptor.id === modelGenerate.id;
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const member of Object.values(value)) frozen(member);
    Object.freeze(value);
  }
  return value;
}
