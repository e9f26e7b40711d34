import type { JsonObject } from '@countersign/contract';
import type { z } from 'zod';
import { httpFault } from './errors.ts';

/** Issues told at once; a long list helps nobody. */
const MAX_ISSUES = 8;

/** One thing that does not fit: the field, and what is wrong with it in words. Never quotes a value. */
interface Misfit {
  readonly field: string;
  readonly message: string;
}

/**
 * A value that fits the schema.
 *
 * @throws fault `HTTP_INVALID` that names the first field that does not fit, and lists them all in its details.
 */
export function parseAs<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const misfits = parsed.error.issues.flatMap((issue) => misfitsOf(issue, value, []));
  const [first] = misfits;
  const issues: JsonObject[] = misfits
    .slice(0, MAX_ISSUES)
    .map(({ field, message }) => ({ field, message }));
  throw httpFault('HTTP_INVALID', {
    ...(first === undefined ? {} : { message: first.message }),
    details: { field: first?.field ?? '', issues },
  });
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

function misfitsOf(issue: Issue, root: unknown, above: Path): readonly Misfit[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const field = nameOf([...path, key]);
      return { field, message: `The field \`${field}\` is not known here; leave it out.` };
    });
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // The branch that got furthest is the one that was meant.
    const meant = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
    if (depth(meant) > 0) return meant.flatMap((inner) => misfitsOf(inner, root, path));
  }
  const field = nameOf(path);
  const subject = field === '' ? 'The request' : `The field \`${field}\``;
  return [{ field, message: `${subject} ${wordsOf(issue, at(root, path))}.` }];
}

function wordsOf(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined) return 'is missing';
      return `must be ${article(issue.expected)}, not ${typeOf(value)}`;
    case 'too_small':
      return `must ${sizeOf(issue.origin, 'least', issue.minimum)}`;
    case 'too_big':
      return `must ${sizeOf(issue.origin, 'most', issue.maximum)}`;
    case 'invalid_value':
      return value === undefined ? 'is missing' : `must be ${listOf(issue.values)}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has not the form that is wanted';
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? `must be ${listOf(issue.options)}`
        : `must not be ${typeOf(value)}`;
    case 'custom':
      return issue.message;
    case 'invalid_key':
      return 'has a key that does not fit';
    default:
      return 'does not fit';
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  url: 'must be a URL',
  starts_with: 'does not start as it must',
};

function sizeOf(origin: string, bound: 'least' | 'most', size: number | bigint): string {
  switch (origin) {
    case 'string':
      return size === 1 && bound === 'least'
        ? 'not be empty'
        : `have at ${bound} ${size} characters`;
    case 'array':
    case 'set':
      return `have at ${bound} ${size} items`;
    case 'number':
    case 'int':
      return `be at ${bound} ${size}`;
    default:
      return `be of size ${size} at ${bound}`;
  }
}

function listOf(values: readonly unknown[]): string {
  const quoted = values.map((value) => JSON.stringify(value));
  return quoted.length === 1 ? String(quoted[0]) : `one of ${quoted.join(', ')}`;
}

function article(type: string): string {
  if (type === 'int') return 'a whole number';
  if (type === 'record') return 'an object';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function typeOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return article(typeof value);
}

function depth(issues: readonly Issue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length));
}

/** `message.files.0`, cut where an outsider made it long. */
function nameOf(path: Path): string {
  return path.map(String).join('.').slice(0, 200);
}

function at(root: unknown, path: Path): unknown {
  let here = root;
  for (const key of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = Object.hasOwn(here, key) ? (here as Record<PropertyKey, unknown>)[key] : undefined;
  }
  return here;
}
