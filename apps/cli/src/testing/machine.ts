import type { Json } from '@countersign/contract';
import { runCli } from '../cli.ts';
import type { Files, Powers } from '../powers.ts';

/** One request that the server got. */
export interface Got {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly body: Json;
}

/** What the server says to a request: JSON, a whole answer, or null for an error 404. */
export type Says = (got: Got) => Json | Response | null;

/** A machine in memory with a server on its network, to try commands on. */
export function machine(options: {
  readonly says?: Says;
  readonly env?: Record<string, string>;
  readonly disk?: Record<string, string>;
  readonly answers?: readonly string[];
  readonly isInteractive?: boolean;
}) {
  const got: Got[] = [];
  const asked: string[] = [];
  const answers = [...(options.answers ?? [])];
  const disk = new Map(
    Object.entries(options.disk ?? {}).map(([path, text]) => [
      path,
      new TextEncoder().encode(text),
    ]),
  );
  const open = new Set<string>();
  const interrupt = new AbortController();
  const says = options.says ?? (() => null);
  let screen = '';
  let errors = '';

  const powers: Powers = {
    env: options.env ?? { COUNTERSIGN_URL: 'http://server.test', COUNTERSIGN_KEY: 'cs_env' },
    out: (text) => {
      screen += text;
    },
    err: (text) => {
      errors += text;
    },
    isInteractive: options.isInteractive ?? false,
    colors: false,
    ask: async (question) => {
      asked.push(question);
      return answers.shift() ?? null;
    },
    files: memoryFiles(disk, open),
    fetch: async (url, init) => {
      const { pathname, search, origin } = new URL(url);
      if (origin !== 'http://server.test') throw new TypeError('fetch failed');
      const headers = new Headers(init.headers);
      const one: Got = {
        method: init.method ?? 'GET',
        path: pathname.replace('/api/v1/', '') + search,
        key: headers.get('authorization'),
        body: typeof init.body === 'string' ? (JSON.parse(init.body) as Json) : null,
      };
      got.push(one);
      const said = says(one);
      const answer = one.path === 'me' && !(said instanceof Response) ? ME : said;
      if (answer instanceof Response) return answer;
      const missing = { error: { code: 'HTTP_NOT_FOUND', message: 'There is nothing here.' } };
      return answer === null ? Response.json(missing, { status: 404 }) : Response.json(answer);
    },
    wait: async () => undefined,
    now: () => 1_000_000,
    nodeVersion: 'v20.19.0',
    interrupted: interrupt.signal,
  };
  return {
    got,
    asked,
    disk,
    open,
    interrupt,
    get screen() {
      return screen;
    },
    get errors() {
      return errors;
    },
    run: (line: string | readonly string[]) =>
      runCli(
        typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line,
        powers,
      ),
  };
}

const ME = {
  person: { id: 'usr_1', name: 'Ada', email: 'ada@example.com' },
  via: 'key',
  workspaces: [{ id: 'ws_1', name: 'One', role: 'owner' }],
};

function memoryFiles(disk: Map<string, Uint8Array>, open: ReadonlySet<string>): Files {
  const isFolder = (path: string) => [...disk.keys()].some((file) => file.startsWith(`${path}/`));
  const bytesOf = (given: Uint8Array | string) =>
    typeof given === 'string' ? new TextEncoder().encode(given) : given;
  return {
    read: async (path) => disk.get(path) ?? null,
    async *lines(path) {
      const text = new TextDecoder().decode(disk.get(path));
      for (const line of text.split('\n')) if (line !== '') yield line;
    },
    isFolder: async (path) => isFolder(path.replace('/real/', '')),
    isEmpty: async (path) => !isFolder(path),
    write: async (path, bytes) => void disk.set(path, bytesOf(bytes)),
    append: async (path, bytes) =>
      void disk.set(path, Buffer.concat([disk.get(path) ?? new Uint8Array(), bytes])),
    real: async (path) => (isFolder(path) || disk.has(path) ? `/real/${path}` : null),
    isOpenToOthers: async (path) => open.has(path),
    join: (...parts) => parts.join('/'),
  };
}
