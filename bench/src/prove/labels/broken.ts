import {
  INTEGRITIES,
  join,
  type Label,
  type Labelled,
  label,
  type Outcome,
  SYSTEM,
  type TableRow,
} from '@countersign/contract';
import { type Functions, REAL } from './functions.ts';

/** Ways to move labels that are each wrong in one thing, for which the real code would be taken by mistake. */
export const BROKEN: Readonly<Record<string, Functions>> = {
  'a join that keeps the readers of the first': joining((a, b) => ({
    ...join(a, b),
    readers: a.readers,
  })),
  'a join that takes either’s readers for both’s': joining((a, b) => ({
    ...join(a, b),
    readers: a.readers === 'public' || b.readers === 'public' ? 'public' : join(a, b).readers,
  })),
  'a join that keeps the sources of the first': joining((a, b) => ({
    ...join(a, b),
    provenance: a.provenance,
  })),
  'a join that drops sources above the limit': joining((a, b) => {
    const both = join(a, b);
    const dropped = { kind: 'sources', sources: [] } as const;
    return both.provenance.kind === 'many' ? { ...both, provenance: dropped } : both;
  }),
  'a join that says “many” of few': joining((a, b) => ({
    ...join(a, b),
    provenance: { kind: 'many', atLeast: 2 },
  })),
  'a join that takes the better integrity': joining((a, b) => ({
    ...join(a, b),
    integrity: INTEGRITIES[Math.min(rankOf(a), rankOf(b))] ?? 'hostile',
  })),
  'a join that takes untrusted and hostile for the same': joining((a, b) => {
    const both = join(a, b);
    return both.integrity === 'hostile' ? { ...both, integrity: 'untrusted' } : both;
  }),
  'results that forget the arguments that chose them': labelling((performed, granted, how) =>
    REAL.labelResult(
      performed,
      { ...granted, call: { ...granted.call, context: SYSTEM, leaves: {} } },
      how,
    ),
  ),
  'results that forget what was stored': labelling((performed, granted, how) =>
    REAL.labelResult(
      performed.kind === 'done' ? { ...performed, stored: {} } : performed,
      granted,
      how,
    ),
  ),
  'results that trust what nothing declares': labelling((performed, granted, how) =>
    withWhole(REAL.labelResult(performed, granted, how), (own) => ({
      ...own,
      integrity: 'principal',
    })),
  ),
  'results without their sources': labelling((performed, granted, how) =>
    REAL.labelResult(
      performed.kind === 'done' ? { ...performed, sources: [] } : performed,
      granted,
      how,
    ),
  ),
  'errors of our own making': labelling((performed, granted, how) => {
    const outcome = REAL.labelResult(performed, granted, how);
    return outcome.kind === 'failed'
      ? { ...outcome, message: { ...outcome.message, label: SYSTEM } }
      : outcome;
  }),
  'a context that errors do not enter': {
    ...REAL,
    fold: (state, event) => {
      const next = REAL.fold(state, event);
      const isError = event.kind === 'call.outcome' && event.outcome.kind === 'failed';
      return isError && state !== null ? { ...next, context: state.context } : next;
    },
  },
  'a conversation that begins clean': {
    ...REAL,
    fold: (state, event) =>
      REAL.fold(
        state,
        event.kind === 'run.started'
          ? { ...event, history: event.history.map((one) => ({ ...one, label: SYSTEM })) }
          : event,
      ),
  },
  'replies that are better than their context': {
    ...REAL,
    labelReply: (performed, context, how) =>
      REAL.labelReply(performed, { ...context, integrity: 'principal' }, how),
  },
  'an edit that raises all values': {
    ...REAL,
    vouchedBy: (question, answer, by, call) => {
      const vouched = REAL.vouchedBy(question, answer, by, call);
      const own = Object.keys(vouched.leaves).map((place) => [place, label('principal')] as const);
      return { ...vouched, leaves: Object.fromEntries(own) };
    },
  },
  'an edit that forgets who may read what it replaced': {
    ...REAL,
    vouchedBy: (question, answer, by, call) => {
      const vouched = REAL.vouchedBy(question, answer, by, call);
      const published = Object.entries(vouched.leaves).map(
        ([place, one]) => [place, { ...one, readers: 'public' }] as const,
      );
      return { ...vouched, leaves: Object.fromEntries(published) };
    },
  },
  'a part with the label of its neighbour': {
    ...REAL,
    labelAt: (labelled, pointer) =>
      Object.values(labelled.leaves)[0] ?? REAL.labelAt(labelled, pointer),
  },
  'a restart that loses readers': {
    ...REAL,
    restarted: (state) => {
      const copy = REAL.restarted(state);
      return { ...copy, context: { ...copy.context, readers: 'public' } };
    },
  },
  'rows that come back trusted': storing((row) => ({ ...row, label: SYSTEM })),
  'rows that anyone may read': storing((row) => ({
    ...row,
    label: { ...row.label, readers: 'public' },
  })),
  'rows whose sources are lost': storing((row) => ({
    ...row,
    label: { ...row.label, provenance: SYSTEM.provenance },
  })),
  'rows with the label of whoever changed them last': updating(),
  'cases that come back trusted': {
    ...REAL,
    stores: () => {
      const real = REAL.stores();
      const cases: typeof real.cases = {
        ...real.cases,
        async get(workspace, id) {
          const found = await real.cases.get(workspace, id);
          return found && { ...found, record: { ...found.record, label: SYSTEM } };
        },
      };
      return { ...real, cases };
    },
  },
};

/** All that joins, with another join: expressions, and what enters a context. */
function joining(broken: (a: Label, b: Label) => Label): Functions {
  return {
    ...REAL,
    join: broken,
    fold: (state, event) => {
      const next = REAL.fold(state, event);
      return { ...next, context: next.messages.map((one) => one.label).reduce(broken, SYSTEM) };
    },
  };
}

function labelling(labelResult: Functions['labelResult']): Functions {
  return { ...REAL, labelResult };
}

function withWhole(outcome: Outcome, change: (own: Label) => Label): Outcome {
  const changed = (one: Labelled): Labelled => ({ ...one, label: change(one.label) });
  return outcome.kind === 'done' ? { ...outcome, result: changed(outcome.result) } : outcome;
}

function storing(read: (row: TableRow) => TableRow): Functions {
  return {
    ...REAL,
    stores: () => {
      const real = REAL.stores();
      const tables: typeof real.tables = {
        ...real.tables,
        query: async (workspace, table, query) =>
          (await real.tables.query(workspace, table, query)).map(read),
      };
      return { ...real, tables };
    },
  };
}

/** A store that takes the label of a change for that of the whole row. */
function updating(): Functions {
  return {
    ...REAL,
    stores: () => {
      const real = REAL.stores();
      const changed = new Map<string, Label>();
      const tables: typeof real.tables = {
        ...real.tables,
        async update(workspace, table, row, values, own, key) {
          const updated = await real.tables.update(workspace, table, row, values, own, key);
          if (updated !== null) changed.set(row, own);
          return updated;
        },
        query: async (workspace, table, query) =>
          (await real.tables.query(workspace, table, query)).map((row) => ({
            ...row,
            label: changed.get(row.id) ?? row.label,
          })),
      };
      return { ...real, tables };
    },
  };
}

function rankOf({ integrity }: Label): number {
  return INTEGRITIES.indexOf(integrity);
}
