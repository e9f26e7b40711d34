import { expect, test } from 'vitest';
import { example } from './index.example.ts';

test('the example does what it says', async () => {
  const printed: string[] = [];
  const sent: unknown[] = [];
  const question = { id: 'qst_1', callHash: 'abc', sentence: 'Send a mail', args: { to: 'bob' } };
  const answers: Readonly<Record<string, () => Response>> = {
    'POST runs': () => Response.json({ run: 'run_1', duplicate: false, conversation: null }),
    'GET runs/run_1/stream': () =>
      new Response(
        'event: delta\ndata: {"kind":"text","text":"Hi"}\n\nid: 3\nevent: entry\ndata: {"index":3,"kind":"call.held"}\n\n',
      ),
    'GET questions?status=open&run=run_1': () => Response.json({ items: [question], next: null }),
    'POST questions/qst_1/answer': () => Response.json({ ...question, status: 'approved' }),
  };
  const fetch = async (url: string, init: RequestInit) => {
    if (init.method === 'POST') sent.push(JSON.parse(String(init.body)));
    const path = url.replace('http://server.test/api/v1/workspaces/ws_1/', '');
    return answers[`${init.method} ${path}`]?.() ?? new Response(null, { status: 404 });
  };
  const options = { baseUrl: 'http://server.test', apiKey: 'cs_x', workspace: 'ws_1', fetch };
  await example(options, (text) => printed.push(text));
  expect(printed).toEqual(['Hi', 'Send a mail\n{\n  "to": "bob"\n}']);
  expect(sent.at(-1)).toEqual({ kind: 'approve', callHash: 'abc' });
});
