/** What the command line asks for. */
export interface Request {
  readonly names: readonly string[];
  readonly cases: string | null;
  readonly scale: number;
  readonly json: boolean;
}

/** Reads `[NAME…] [--cases PATH] [--scale N] [--json]`. Throws an Error whose message is for the user. */
export function readRequest(args: readonly string[], known: readonly string[]): Request {
  const names: string[] = [];
  let cases: string | null = null;
  let scale = 1;
  let json = false;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (arg === '--json') json = true;
    else if (arg === '--cases' || arg === '--scale') {
      const value = args[++i];
      if (value === undefined) throw new Error(`${arg} needs a value.`);
      if (arg === '--cases') cases = value;
      else scale = Number(value);
    } else if (known.includes(arg)) names.push(arg);
    else throw new Error(`There is no proof “${arg}”. There are: ${known.join(', ')}.`);
  }
  if (!(scale > 0)) throw new Error('--scale takes a number above 0.');
  if (cases !== null && names.length !== 1)
    throw new Error('--cases goes with exactly one proof: npm run prove -- ssrf --cases FILE');
  return { names, cases, scale, json };
}
