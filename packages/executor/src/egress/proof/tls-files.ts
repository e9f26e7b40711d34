import { readFileSync } from 'node:fs';

/** A certificate and its key for `allowed.example` or `other.example`, and the authority they are from. In PEM, for tests only. */
export function tlsFiles(name: 'allowed' | 'other'): {
  readonly key: string;
  readonly cert: string;
  readonly ca: string;
} {
  return { key: pem(`${name}.key`), cert: pem(`${name}.pem`), ca: pem('ca.pem') };
}

function pem(name: string): string {
  return readFileSync(new URL(`../../../testdata/tls/${name}`, import.meta.url), 'utf8');
}
