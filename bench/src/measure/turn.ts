import { readdirSync, readFileSync } from 'node:fs';
import { livingOn, type Product, startProduct } from '@countersign/e2e/product';
import type { Bench } from './bench.ts';
import { bareLoop, type Loop, sdkLoop } from './loops.ts';
import { startMock } from './mock.ts';
import { median, quantile, short } from './stats.ts';

const TURNS = 200;
const WARM = 1000;

/** A durable agent turn over HTTP (model, tool, model; every step in the ledger before and after), against loops that store nothing. */
export const turn: Bench = {
  name: 'turn',
  about: 'a durable agent turn over HTTP, one client, against bare loops',
  async run(progress) {
    const mock = await startMock();
    const product = await startProduct();
    try {
      const ours = await durable(product, mock.url);
      const added = async (loop: Loop) => {
        for (let index = 0; index < WARM; index++) await loop.turn(`warm ${index}`);
        const samples: number[] = [];
        const firsts: number[] = [];
        for (let index = 0; index < TURNS; index++) {
          mock.reset();
          const from = performance.now();
          const said = await loop.turn(`hello ${index}`);
          samples.push(performance.now() - from - mock.served().ms);
          if (!said.includes('word39'))
            throw new Error(`${loop.name} did not answer: ${said.slice(0, 200)}`);
        }
        for (let index = 0; index < TURNS; index++) {
          mock.reset();
          const from = performance.now();
          let at = Number.NaN;
          await loop.stream(`stream ${index}`, () => {
            at = performance.now() - from - mock.served().ms;
          });
          firsts.push(at);
        }
        progress(
          `${loop.name}: ${short(median(samples))} ms added (p99 ${short(quantile(samples, 0.99))}), first token ${short(median(firsts))} ms`,
        );
        return { total: median(samples), first: median(firsts) };
      };
      const raw = await added(bareLoop(mock.url));
      const sdk = await added(sdkLoop(mock.url));
      const before = cpuOf(product.data);
      const mine = await added(ours);
      const spent = (cpuOf(product.data) - before) / (WARM + 2 * TURNS);
      progress(
        `Countersign, its server, broker and Postgres: ${short(spent)} ms of processor a turn`,
      );
      return [
        {
          name: 'durable turn',
          ours: `${short(mine.total)} ms added`,
          against: `AI SDK loop ${short(sdk.total)} ms, raw ${short(raw.total)} ms, both storing nothing`,
          ratio: short(mine.total / sdk.total),
          target: '<= 15 ms, goal 5',
          met: mine.total <= 15,
        },
        {
          name: 'first token',
          ours: `${short(mine.first)} ms`,
          against: `AI SDK ${short(sdk.first)} ms, raw ${short(raw.first)} ms (after the tool)`,
          ratio: short(mine.first / sdk.first),
          target: '<= 10 ms, goal 3',
          met: mine.first <= 10,
        },
      ];
    } finally {
      await product.stop();
      await mock.close();
    }
  },
};

/** Milliseconds of processor that the processes of a data folder, and those that Postgres made of itself, have used. */
function cpuOf(data: string): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statOf(Number(pid)));
  const ours = new Set(livingOn(data));
  for (const { pid, parent } of stats) if (ours.has(parent)) ours.add(pid);
  return stats.filter(({ pid }) => ours.has(pid)).reduce((sum, { ms }) => sum + ms, 0);
}

/** A process's parent and its time on a processor, from `/proc/PID/stat` (proc(5)); nothing for one that has just ended. */
function statOf(pid: number): { pid: number; parent: number; ms: number }[] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    // Ticks are hundredths of a second on every Linux that Node runs on.
    return [{ pid, parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * 10 }];
  } catch {
    return [];
  }
}

/** Our own turn as a client sees it: start over HTTP, follow the stream to its end. */
async function durable(product: Product, mock: string): Promise<Loop> {
  const { client, url, key, workspace } = product;
  await client.connections.put('con_bench_model', {
    name: 'Mock model',
    config: {
      kind: 'model',
      provider: 'openai-compatible',
      baseUrl: `${mock}/v1`,
      allowPrivate: true,
    },
  });
  await client.connections.put('con_bench_tool', {
    name: 'Mock tool',
    config: {
      kind: 'http',
      baseUrl: mock,
      paths: ['/tool/'],
      methods: ['GET'],
      auth: { kind: 'none' },
      allowPrivate: true,
      cleared: true,
    },
  });
  const draft = {
    name: 'Bench',
    description: '',
    instructions: 'Call the tool, then answer.',
    opening: '',
    suggestions: [],
    limits: {},
    questionTtlMs: 86_400_000,
    model: { connection: 'con_bench_model', name: 'mock', maxOutputTokens: 200 },
    tools: [{ action: 'http.request', connection: 'con_bench_tool' }],
  };
  const agent = await client.agents.create(draft);
  await client.agents.publish(agent.id, agent.revision);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const base = `${url}/api/v1/workspaces/${workspace}/runs`;
  const follow = async (text: string, first: () => void): Promise<string> => {
    const stream = await fetch(base, {
      method: 'POST',
      headers: { ...headers, accept: 'text/event-stream' },
      body: JSON.stringify({ agent: agent.id, message: { text } }),
    });
    let all = '';
    let seen = false;
    const decoder = new TextDecoder();
    for await (const chunk of stream.body ?? []) {
      all += decoder.decode(chunk as Uint8Array, { stream: true });
      if (!seen && all.includes('"kind":"text"')) {
        seen = true;
        first();
      }
    }
    return all;
  };
  return {
    name: 'Countersign, durable',
    turn: (text) => follow(text, () => undefined),
    stream: async (text, first) => void (await follow(text, first)),
  };
}
