/** Under which names this server is reached. Pages of any other name get nothing done with a person's cookie. */
export interface Origins {
  /** Origins such as `http://localhost:7400`; the first one stands in links. */
  readonly trusted: readonly string[];
  /** Host header values, lower case, such as `localhost:7400`. */
  readonly hosts: readonly string[];
  /** Whether browsers reach it over TLS: cookies are then `Secure`. */
  readonly secure: boolean;
}

/**
 * The names a listening server goes by: the loopback names with its port, the host it was bound to, and the
 * public address where one is configured (a reverse proxy's, which then stands first).
 */
export function originsOf(listening: {
  readonly host: string;
  readonly port: number;
  readonly publicUrl?: string;
}): Origins {
  const local = [...LOOPBACK, listening.host].filter((host) => !isWildcard(host));
  const urls = [
    ...(listening.publicUrl === undefined ? [] : [new URL(listening.publicUrl)]),
    ...local.map((host) => new URL(`http://${bracketed(host)}:${listening.port}`)),
  ];
  return {
    trusted: unique(urls.map((url) => url.origin)),
    hosts: unique(urls.map((url) => url.host)),
    secure: urls[0]?.protocol === 'https:',
  };
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

function isWildcard(host: string): boolean {
  return host === '' || host === '0.0.0.0' || host === '::';
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
