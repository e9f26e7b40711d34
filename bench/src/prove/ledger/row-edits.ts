import { type StoredCase, statement } from './stored-case.ts';
import type { StoredLog } from './stored-log.ts';

/** Rows taken out, put in, doubled, exchanged and reordered, by somebody who does not know how the log is made. */
export function rowEdits({ size }: StoredLog): readonly StoredCase[] {
  const places = [0, 1, 254, 255, 256, 257, Math.floor(size / 2), size - 2, size - 1].filter(
    (place, at, all) => place >= 0 && place < size && all.indexOf(place) === at,
  );
  return [
    ...places.flatMap(oneEntry),
    ...places.flatMap((place) => [
      exchange('both rows', place, (place + 7) % size, 'index'),
      exchange('leaves and hashes', place, (place + 1) % size, 'leaf, leaf_hash'),
      exchange('payloads and salts', place, (place + 2) % size, 'payload, salt'),
      exchange('runs', place, (place + 11) % size, 'run'),
    ]),
    ...reordered(size),
    ...truncated(size),
    ...headsAndNodes(size),
  ];
}

function oneEntry(index: number): readonly StoredCase[] {
  const columns = 'leaf, leaf_hash, run, salt, payload, erased';
  const copy = (to: string) =>
    `insert into log_entry (workspace, index, ${columns})
     select workspace, ${to}, ${columns} from log_entry where workspace = $1 and index = $2`;
  return [
    statement(
      `entry ${index} is deleted`,
      `delete from log_entry where workspace = $1 and index = $2`,
      index,
    ),
    statement(
      `entry ${index} is deleted and those after it move up`,
      `with gone as (delete from log_entry where workspace = $1 and index = $2)
       update log_entry set index = index - 1 where workspace = $1 and index > $2`,
      index,
    ),
    statement(`entry ${index} stands twice`, copy('index'), index),
    statement(
      `entry ${index} stands again at the end`,
      copy('(select size from log_head where workspace = $1)'),
      index,
    ),
    statement(
      `a copy of entry ${index} is put in after it`,
      `with moved as (update log_entry set index = index + 1 where workspace = $1 and index > $2)
       ${copy('index + 1')}`,
      index,
    ),
    statement(
      `the payload of entry ${index} goes and it is marked as erased`,
      `update log_entry set payload = null, salt = null, erased = true
       where workspace = $1 and index = $2 and payload is not null`,
      index,
    ),
  ];
}

/** Gives two entries each other's columns. Those that are alike in them are no case. */
function exchange(what: string, a: number, b: number, columns: string): StoredCase {
  return statement(
    `${what} of entries ${a} and ${b} are exchanged`,
    `update log_entry e set (${columns}) = (
       select ${columns} from log_entry o
       where o.workspace = $1 and o.index = case e.index when $2 then $3 else $2 end)
     where e.workspace = $1 and e.index in ($2, $3)`,
    a,
    b,
  );
}

function reordered(size: number): readonly StoredCase[] {
  const blocks = [
    [0, size],
    [0, 2],
    [10, 20],
    [250, 260],
    [size - 5, size],
  ] as const;
  return blocks
    .filter(([from, to]) => from >= 0 && to <= size)
    .map(([from, to]) =>
      statement(
        `entries ${from} to ${to - 1} stand in reverse`,
        `update log_entry set index = $2 + $3 - 1 - index
         where workspace = $1 and index >= $2 and index < $3`,
        from,
        to,
      ),
    );
}

/** The end of the log is cut off; what else is set to fit differs. */
function truncated(size: number): readonly StoredCase[] {
  const sizes = [0, 1, 255, 256, 257, Math.floor(size / 2), size - 8, size - 1];
  const entries = 'delete from log_entry where workspace = $1 and index >= $2';
  const head = 'update log_head set size = $2 where workspace = $1';
  const signed = 'delete from log_checkpoint where workspace = $1 and size > $2';
  const nodes = `delete from log_node where workspace = $1 and (index + 1) * 256 ^ level > $2`;
  return sizes
    .filter((to) => to >= 0 && to < size)
    .flatMap((to) => [
      both(`the log is cut to ${to} entries`, to, [entries]),
      both(`the log and its head are cut to ${to} entries`, to, [entries, head]),
      both(`log, head and checkpoints are cut to ${to} entries`, to, [entries, head, signed]),
      both(`log, head, nodes and checkpoints are cut to ${to}`, to, [entries, head, nodes, signed]),
    ]);
}

function both(name: string, to: number, statements: readonly string[]): StoredCase {
  return {
    name,
    apply: async (log) => {
      let changed = 0;
      for (const text of statements) changed += await log.run(text, to);
      return changed > 0;
    },
  };
}

function headsAndNodes(size: number): readonly StoredCase[] {
  return [
    statement('the head is deleted', 'delete from log_head where workspace = $1'),
    statement(
      'a node is deleted',
      'delete from log_node where workspace = $1 and level = 1 and index = 0',
    ),
    statement('all nodes are deleted', 'delete from log_node where workspace = $1'),
    statement(
      'two nodes are exchanged',
      `update log_node n set hash = (
         select hash from log_node o where o.workspace = $1 and o.level = 1 and o.index = 1 - n.index)
       where n.workspace = $1 and n.level = 1 and n.index < 2`,
    ),
    statement(
      'a node is put in',
      `insert into log_node select workspace, level, index + 1000, hash from log_node
       where workspace = $1 and level = 1 and index = 0`,
    ),
    statement(
      'a node of a level that is not reached is put in',
      `insert into log_node select workspace, 2, 0, hash from log_node
       where workspace = $1 and level = 1 and index = 0`,
    ),
    statement(
      'a checkpoint stands under another size too',
      `insert into log_checkpoint select workspace, size + 1, root, note from log_checkpoint
       where workspace = $1 and size = $2`,
      size,
    ),
    statement(
      'a checkpoint that nobody signed is put in',
      `insert into log_checkpoint select workspace, 3, root, replace(note, size::text, '3') from log_checkpoint
       where workspace = $1 and size = $2`,
      size,
    ),
    statement(
      'two checkpoints have each other’s note',
      `update log_checkpoint c set note = (
         select note from log_checkpoint o where o.workspace = $1 and o.size <> c.size
         order by o.size limit 1)
       where c.workspace = $1 and c.size = $2`,
      size,
    ),
  ];
}
