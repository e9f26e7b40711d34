import { isIP } from 'node:net';
import { type Play, PUBLIC_ADDRESS } from './play.ts';

const PUBLIC_SIX = '2606:2800:220:1:248:1893:25c8:1946';

/** What a case of the `dns` family says about its name's answers. */
export function dnsPlay(words: string): Play {
  const text = words.toLowerCase();
  const answer = (...addresses: string[]): Play => ({ recognised: true, answers: [addresses] });
  if (/nxdomain|no answer|empty|time.?out|servfail|cname loop/.test(text))
    return { recognised: true, answers: [[]] };
  if (
    /rebind|ttl|at check|second (lookup|answer|query)|then private|changes|flip|alternat/.test(text)
  )
    return { recognised: true, answers: [[PUBLIC_ADDRESS], ['127.0.0.1']] };
  const literal = words.split(/[\s,;()'"]+/).filter((word) => isIP(word) !== 0);
  // Names such as `10.0.0.1.nip.io` answer with the address they hold.
  const held = /(\d{1,3}(?:\.\d{1,3}){3})\.[a-z]/.exec(text)?.[1];
  if (held !== undefined) return answer(held);
  const named = [
    /private (ipv4|a\b)/.test(text) ? '10.0.0.7' : null,
    /private (ipv6|aaaa)/.test(text) ? 'fd00::7' : null,
    /public (ipv4|a\b)/.test(text) ? PUBLIC_ADDRESS : null,
    /public (ipv6|aaaa)/.test(text) ? PUBLIC_SIX : null,
    /loopback|localhost/.test(text) ? '127.0.0.1' : null,
    /internal|intranet|\blan\b|cname chain/.test(text) ? '10.0.0.7' : null,
    /metadata/.test(text) ? '169.254.169.254' : null,
    /link.local/.test(text) ? 'fe80::7' : null,
    /unique local|\bula\b/.test(text) ? 'fd00::7' : null,
    /search domain|single label/.test(text) ? '10.0.0.7' : null,
  ].filter((address) => address !== null);
  // Records beside A and AAAA are never asked for: what they say must not matter.
  if (/srv|https record|svcb|hint|txt|mx\b/.test(text)) return answer(PUBLIC_ADDRESS);
  if (literal.length > 0) {
    const others = /public|mixed|multiple|both|one of|several|round/.test(text);
    return answer(...(others ? [PUBLIC_ADDRESS] : []), ...literal);
  }
  if (named.length > 0) return answer(...named);
  if (/mixed|multiple|several|round|public and private|private and public/.test(text))
    return answer(PUBLIC_ADDRESS, '10.0.0.7');
  return { recognised: false, answers: [[PUBLIC_ADDRESS, '127.0.0.1'], ['127.0.0.1']] };
}
