import type { ActionDescriptor } from '@countersign/contract';
import { SHARED } from '../result-label.ts';
import { object, text } from '../schema.ts';
import { exchangeBounds, exchangeInput, exchangeOutput, REPEAT_BY_METHOD } from './exchange.ts';

/** One exchange with the service a connection is bound to. The operator chose the host; the path and the rest leave us with it. */
export const httpRequest: ActionDescriptor = {
  id: 'http.request',
  title: 'Ask a connected service',
  description:
    'Makes one HTTP request to the service this tool is connected to. Give the path below its base address, such as /v1/items. A reply of status 400 or above is given to you like any other: read its status.',
  effect: {
    by: '/method',
    of: { GET: 'read', HEAD: 'read', POST: 'write', PUT: 'write', PATCH: 'write' },
    otherwise: 'destroy',
  },
  repeat: REPEAT_BY_METHOD,
  input: object(
    {
      method: exchangeInput.method,
      path: text(2_000, 'Path below the base address, starting with a slash, without a query.', {
        pattern: '^/([^/?#\\s\\\\][^?#\\s\\\\]*)?$',
      }),
      query: exchangeInput.query,
      headers: exchangeInput.headers,
      body: exchangeInput.body,
      contentType: exchangeInput.contentType,
    },
    ['method', 'path'],
  ),
  output: exchangeOutput,
  sinks: {
    // The method decides the effect, and the effect what is asked; by itself it selects nothing.
    '/method': 'query',
    '/path': 'query',
    '/query': 'query',
    '/headers': 'query',
    '/body': 'query',
    '/contentType': 'query',
  },
  results: { '/status': SHARED, '/headers': SHARED, '/json': SHARED, '/text': SHARED },
  bounds: exchangeBounds,
  connection: 'http',
  sentence: '{/method} {/path} at the connected service',
};
