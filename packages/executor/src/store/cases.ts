import type {
  CaseComment,
  CaseRecord,
  CaseStore,
  JsonObject,
  Label,
  LeafLabels,
  Performed,
} from '@countersign/contract';
import { numberArg, textArg } from '../arguments.ts';
import { failed } from '../failures.ts';
import type { Performer } from '../performer.ts';
import { callLabel } from './call-label.ts';

type Level = CaseRecord['priority'];

/** Performers of the actions on cases, by action id. Writes are keyed by the call's id. */
export function casePerformers(cases: CaseStore): ReadonlyMap<string, Performer> {
  const actions: Readonly<Record<string, Performer>> = {
    'case.create': async ({ call }, { sending }) => {
      const draft = {
        title: textArg(call.args, 'title'),
        description: textArg(call.args, 'description'),
        // The schema has told that these are levels; the store tells again.
        priority: textArg(call.args, 'priority', 'medium') as Level,
        severity: textArg(call.args, 'severity', 'medium') as Level,
        createdBy: call.actor.person,
        label: callLabel(call),
      };
      sending();
      const record = await cases.create(call.actor.workspace, draft, call.id);
      return done({ case: caseOf(record) }, [record.id], storedCase('/case', record.label));
    },

    'case.comment': async ({ call }, { sending }) => {
      const draft = {
        case: textArg(call.args, 'case'),
        text: textArg(call.args, 'text'),
        by: call.actor.person,
        label: callLabel(call),
      };
      sending();
      const comment = await cases.comment(call.actor.workspace, draft, call.id);
      if (!comment) return failed('CASE_UNKNOWN');
      return done({ comment: commentOf(comment) }, [comment.id], {
        '/comment/text': comment.label,
      });
    },

    'case.list': async ({ call }) => {
      const records = await cases.list(call.actor.workspace, numberArg(call.args, 'limit', 20));
      const stored = records.map(({ label }, i) => storedCase(`/cases/${i}`, label));
      const ids = records.map(({ id }) => id);
      return done({ cases: records.map(summaryOf) }, ids, Object.assign({}, ...stored));
    },

    'case.get': async ({ call }) => {
      const found = await cases.get(call.actor.workspace, textArg(call.args, 'case'));
      if (!found) return failed('CASE_UNKNOWN');
      const offset = numberArg(call.args, 'offset', 0);
      const comments = found.comments.slice(offset, offset + numberArg(call.args, 'limit', 50));
      return done(
        {
          case: caseOf(found.record),
          comments: comments.map(commentOf),
          total: found.comments.length,
        },
        [found.record.id],
        {
          ...storedCase('/case', found.record.label),
          ...Object.fromEntries(comments.map(({ label }, i) => [`/comments/${i}/text`, label])),
        },
      );
    },
  };
  return new Map(Object.entries(actions));
}

function done(result: JsonObject, sources: readonly string[], stored: LeafLabels): Performed {
  return { kind: 'done', result, usage: {}, sources, stored };
}

/** What somebody wrote of a case has the label it was written with; the rest is the store's. */
function storedCase(root: string, label: Label): LeafLabels {
  const written = ['title', 'description', 'priority', 'severity', 'status'];
  return Object.fromEntries(written.map((field) => [`${root}/${field}`, label]));
}

function summaryOf(record: CaseRecord): JsonObject {
  const { id, number, title, status, priority, severity, createdBy } = record;
  const createdAt = new Date(record.createdAt).toISOString();
  return { id, number, title, status, priority, severity, createdAt, createdBy };
}

function caseOf(record: CaseRecord): JsonObject {
  return { ...summaryOf(record), description: record.description };
}

function commentOf({ id, text, by, at }: CaseComment): JsonObject {
  return { id, text, by, at: new Date(at).toISOString() };
}
