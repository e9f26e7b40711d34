import { gzipSync } from 'node:zlib';
import { ATTACK, CANARY_CREDENTIAL, METADATA_URL, type Play } from './play.ts';

/** What a case of the `http` family says about the caller's wish, or the other side's answer. */
export function httpPlay(words: string): Play {
  const text = words.toLowerCase();
  for (const [pattern, play] of PLAYS) if (pattern.test(text)) return { recognised: true, ...play };
  const header = /\b([a-z][a-z0-9]*(?:-[a-z0-9]+)+|host|cookie|forwarded|te|via|expect)\b/i.exec(
    words,
  )?.[1];
  if (header !== undefined) return asking(header);
  return { ...NEVER_ENDING, recognised: false };
}

type Part = Omit<Play, 'recognised'>;

function asking(header: string): Play {
  return { recognised: true, headers: { [header.toLowerCase()]: ATTACK } };
}

const NEVER_ENDING: Part = {
  handle: (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
};

const SLOW_BODY: Part = {
  slow: true,
  handle: (_request, response, tick) => {
    response.write('x');
    tick(() => response.write('x'));
  },
};

const SLOW_HEAD: Part = {
  slow: true,
  handle: (request, _response, tick) => {
    request.socket.write('HTTP/1.1 200 OK\r\n');
    tick(() => request.socket.write('X: y\r\n'));
  },
};

/** Tried in order: the more special words first. */
const PLAYS: readonly (readonly [RegExp, Part])[] = [
  [/slow.*(header|head\b)/, SLOW_HEAD],
  [/slow|1 byte/, SLOW_BODY],
  [
    /100-continue|early hints|1xx|hang/,
    { slow: true, handle: (request) => request.socket.write('HTTP/1.1 100 Continue\r\n\r\n') },
  ],
  [
    /bomb|gzip|deflate|brotli|decompress/,
    {
      handle: (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.end(gzipSync(Buffer.alloc(20_000_000)));
      },
    },
  ],
  [/never.?ending|endless|infinite|chunked|huge body|oversize|\d+ ?gb/, NEVER_ENDING],
  [
    /(huge|large|big|many|oversized|\d{3,}) (response )?headers?|header bomb/,
    {
      handle: (request) =>
        request.socket.end(`HTTP/1.1 200 OK\r\n${`X-Y: ${'z'.repeat(1000)}\r\n`.repeat(1000)}\r\n`),
    },
  ],
  [/http\/0\.9|not http/, { handle: (request) => request.socket.end('plain text, no head') }],
  [
    /sni|certificate|self.signed|wrong host/,
    { certificate: 'other', url: 'https://allowed.example/' },
  ],
  [
    /websocket|upgrade|h2c/,
    {
      headers: { upgrade: ATTACK, connection: 'upgrade' },
      handle: (request) =>
        request.socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n'),
    },
  ],
  [
    /echo|reflect/,
    { handle: (request, response) => response.end(`you sent ${request.headers.authorization}`) },
  ],
  [
    /alt-svc|server push|\bpush\b|link header|content-location|trailers? with/,
    {
      handle: (_request, response) => {
        response.writeHead(200, {
          'alt-svc': 'h2="169.254.169.254:80"',
          link: `<${METADATA_URL}>`,
        });
        response.addTrailers({ 'x-trailer': CANARY_CREDENTIAL });
        response.end('ok');
      },
    },
  ],
  [
    /response splitting|desync|pipelin/,
    {
      handle: (request) =>
        request.socket.end(
          'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecond',
        ),
    },
  ],
  [/early close|truncat/, { handle: (request) => request.socket.destroy() }],
  [/proxy (env|server)|env.* proxy|http_proxy/, {}],
  [
    /in (the )?(path|url|query)/,
    { url: 'http://allowed.example/%0d%0aX-Injected:%201?%0d%0aX-Injected:%201' },
  ],
  [/crlf|newline|header injection/, { headers: { 'x-note': `a\r\nx-injected: ${ATTACK}` } }],
  [/absolute.form|request.target/, { url: `http://allowed.example/${METADATA_URL}` }],
  [/connect method|method connect|\bconnect\b/, { method: 'CONNECT' }],
  [/trace/, { method: 'TRACE' }],
  [/options/, { method: 'OPTIONS' }],
  [/method override/, { headers: { 'x-http-method-override': ATTACK } }],
  [
    /smuggl|cl\.te|te\.cl|content-length/,
    { headers: { 'content-length': '3', 'transfer-encoding': ATTACK } },
  ],
  [/x-forwarded|forwarded/, { headers: { 'x-forwarded-host': ATTACK, 'x-forwarded-for': ATTACK } }],
  [/host header/, { headers: { host: ATTACK } }],
  [/authorization/, { headers: { authorization: ATTACK } }],
];
