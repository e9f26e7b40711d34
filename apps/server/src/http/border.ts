import { httpFault } from './errors.ts';
import type { Origins } from './origins.ts';

/**
 * Refuses what a browser was tricked into sending.
 * A host name that is not ours means a name was pointed at this machine (DNS rebinding).
 * A change sent with a cookie must come from one of our own pages (CSRF): the Origin header says so, or
 * Sec-Fetch-Site, which pages cannot set. A request with a bearer key needs no such word: no browser adds one.
 *
 * @throws faults `HTTP_HOST`, `HTTP_ORIGIN`.
 */
export function assertBorder(origins: Origins, request: Request): void {
  const url = new URL(request.url);
  // Probes of load balancers and orchestrators name the machine by its address.
  if (url.pathname !== '/health' && !origins.hosts.includes(hostOf(request, url))) {
    throw httpFault('HTTP_HOST');
  }
  if (SAFE.includes(request.method) || request.headers.has('authorization')) return;
  const origin = request.headers.get('origin');
  const fromUs =
    origin === null
      ? request.headers.get('sec-fetch-site') === 'same-origin'
      : origins.trusted.includes(origin);
  if (!fromUs) throw httpFault('HTTP_ORIGIN');
}

/** Methods that change nothing (RFC 9110 section 9.2.1). */
const SAFE = ['GET', 'HEAD', 'OPTIONS'];

function hostOf(request: Request, url: URL): string {
  return (request.headers.get('host') ?? url.host).toLowerCase();
}
