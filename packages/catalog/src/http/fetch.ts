import type { ActionDescriptor } from '@countersign/contract';
import { PUBLIC } from '../result-label.ts';
import { object, text } from '../schema.ts';
import { exchangeBounds, exchangeInput, exchangeOutput, REPEAT_BY_METHOD } from './exchange.ts';

/**
 * One exchange with any public address, without credentials. The address is a destination: in an
 * untrusted context somebody trusted must have named it, because a look already tells the host something.
 */
export const httpFetch: ActionDescriptor = {
  id: 'http.fetch',
  title: 'Fetch a public address',
  description:
    'Makes one HTTP request to a public address, without any credentials. Private and local addresses are refused. A reply of status 400 or above is given to you like any other: read its status.',
  effect: {
    by: '/method',
    of: { GET: 'read', HEAD: 'read', POST: 'send', PUT: 'send', PATCH: 'send' },
    otherwise: 'destroy',
  },
  repeat: REPEAT_BY_METHOD,
  input: object(
    {
      method: exchangeInput.method,
      url: text(2_000, 'Absolute address, starting with https:// or http://.', {
        pattern: '^https?://[^\\s\\\\]+$',
      }),
      query: exchangeInput.query,
      headers: exchangeInput.headers,
      body: exchangeInput.body,
      contentType: exchangeInput.contentType,
    },
    ['method', 'url'],
  ),
  output: exchangeOutput,
  sinks: {
    '/method': 'query',
    '/url': 'dest',
    '/query': 'query',
    '/headers': 'query',
    '/body': 'content',
    '/contentType': 'query',
  },
  // All of it is what a public address answers to somebody it does not know; the address itself has the label of who gave it.
  results: {
    '/status': PUBLIC,
    '/url': PUBLIC,
    '/headers': PUBLIC,
    '/contentType': PUBLIC,
    '/bytes': PUBLIC,
    '/json': PUBLIC,
    '/text': PUBLIC,
    '/binary': PUBLIC,
    '/dropped': PUBLIC,
  },
  bounds: exchangeBounds,
  connection: null,
  sentence: '{/method} {/url}',
};
