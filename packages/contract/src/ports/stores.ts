import type { JsonObject } from '../json.ts';
import type { Label } from '../label.ts';

/** A typed column of a workspace's table. */
export interface Column {
  readonly name: string;
  readonly type: 'text' | 'number' | 'boolean' | 'time' | 'json';
  readonly required: boolean;
}

export interface TableInfo {
  readonly id: string;
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: number;
}

/** A row with the label it was written with. */
export interface TableRow {
  readonly id: string;
  readonly values: JsonObject;
  readonly label: Label;
}

/** Workspace tables. Writes are keyed: the same key writes once, and answers as it did. */
export interface TableStore {
  tables(workspace: string): Promise<readonly TableInfo[]>;
  create(
    workspace: string,
    table: { name: string; columns: readonly Column[] },
    key: string,
  ): Promise<TableInfo>;
  insert(
    workspace: string,
    table: string,
    rows: readonly JsonObject[],
    label: Label,
    key: string,
  ): Promise<readonly TableRow[]>;
  /** `where` compares columns for equality; rows in the order of writing. */
  query(
    workspace: string,
    table: string,
    query: { where: JsonObject; limit: number; after: string | null },
  ): Promise<readonly TableRow[]>;
  update(
    workspace: string,
    table: string,
    row: string,
    values: JsonObject,
    label: Label,
    key: string,
  ): Promise<TableRow | null>;
  remove(workspace: string, table: string, row: string, key: string): Promise<boolean>;
}

export interface CaseRecord {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly description: string;
  readonly status: 'new' | 'in_progress' | 'resolved' | 'closed';
  readonly priority: 'low' | 'medium' | 'high' | 'critical';
  readonly severity: 'low' | 'medium' | 'high' | 'critical';
  readonly createdAt: number;
  readonly createdBy: string;
  readonly label: Label;
}

export interface CaseComment {
  readonly id: string;
  readonly case: string;
  readonly text: string;
  readonly by: string;
  readonly at: number;
  readonly label: Label;
}

/** Case records. Writes are keyed like those of tables. */
export interface CaseStore {
  create(
    workspace: string,
    draft: Pick<
      CaseRecord,
      'title' | 'description' | 'priority' | 'severity' | 'createdBy' | 'label'
    >,
    key: string,
  ): Promise<CaseRecord>;
  comment(
    workspace: string,
    comment: Omit<CaseComment, 'id' | 'at'>,
    key: string,
  ): Promise<CaseComment | null>;
  list(workspace: string, limit: number): Promise<readonly CaseRecord[]>;
  get(
    workspace: string,
    idOrNumber: string,
  ): Promise<{ readonly record: CaseRecord; readonly comments: readonly CaseComment[] } | null>;
}

/** Bytes that are too large or too opaque for an entry: uploads, attachments. */
export interface ObjectStore {
  put(
    workspace: string,
    object: { name: string; mediaType: string; bytes: Uint8Array; label: Label; by: string },
  ): Promise<string>;
  get(
    workspace: string,
    id: string,
  ): Promise<{ name: string; mediaType: string; bytes: Uint8Array; label: Label } | null>;
}

/** What the example's mail sink took, shown in the studio. Not part of an action's path. */
export interface OutboxMail {
  readonly id: string;
  readonly at: number;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly raw: string;
}
