import type pg from 'pg';

/** `workspace = $1`, with or without the name of its table, quotes and a cast. */
const CONDITION = /(?:\b\w+\.)?"?\bworkspace"? = (\$\d+)(?:::text)?/g;

/** The same in the functions of the database, which name their parameter. */
const IN_FUNCTIONS = /(?:\b\w+\.)?\bworkspace = (p_workspace)\b/g;

/** How many statements have lost a condition so far. */
export interface Stripped {
  readonly statements: number;
}

/**
 * Takes the application's own conditions away: every statement that goes through the pool is sent with its
 * `workspace = $n` replaced by a condition on the parameter alone, which is always true. What separates
 * workspaces then is row-level security, and nothing else.
 */
export function stripPool(pool: pg.Pool): Stripped {
  const count = { statements: 0 };
  const strip = (given: unknown): unknown => {
    if (typeof given === 'string') {
      const other = withoutConditions(given);
      if (other !== given) count.statements += 1;
      return other;
    }
    if (typeof given === 'object' && given !== null && 'text' in given) {
      const { text } = given;
      const other = typeof text === 'string' ? withoutConditions(text) : text;
      // A prepared statement is known by its name: with another text it needs another one.
      const name =
        'name' in given && other !== text ? { name: `${String(given.name)}_stripped` } : {};
      if (other !== text) count.statements += 1;
      return { ...given, text: other, ...name };
    }
    return given;
  };
  // The driver's methods are overloaded too often to be written down; all of them take the statement first.
  type Query = (...args: readonly unknown[]) => unknown;
  const patched = new WeakSet<object>();
  const patch = (client: object) => {
    if (patched.has(client)) return;
    patched.add(client);
    const target = client as { query: Query };
    const query = target.query.bind(client);
    target.query = (text, ...rest) => query(strip(text), ...rest);
  };
  // `pool.query` takes its client this way as well.
  pool.on('acquire', patch);
  return count;
}

/** A statement without its conditions on the workspace. */
export function withoutConditions(text: string): string {
  return text.replace(CONDITION, '($1::text is not null)');
}

/**
 * Takes the conditions out of the database's functions too: those that run with the caller's rights, and those
 * of the writer, which row-level security binds. The owner's cross workspaces by design and have none.
 *
 * @returns names of the functions that were changed.
 */
export async function stripFunctions(owner: pg.Client): Promise<readonly string[]> {
  const { rows } = await owner.query<{ name: string; text: string }>(
    `select p.proname as name, pg_get_functiondef(p.oid) as text
     from pg_proc p join pg_roles r on r.oid = p.proowner
     where p.pronamespace = 'countersign'::regnamespace and p.prokind in ('f', 'p')
       and (r.rolname = 'countersign_writer' or not p.prosecdef)
     order by 1`,
  );
  const changed: string[] = [];
  for (const { name, text } of rows) {
    const other = text.replace(IN_FUNCTIONS, '($1 is not null)');
    if (other === text) continue;
    await owner.query(other);
    changed.push(name);
  }
  return changed;
}
