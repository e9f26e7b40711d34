import { canonical, type Json, type SecretState, secretOf } from '@countersign/contract';
import type { Doors } from '../doors.ts';

/** The broker as far as secrets are concerned: what was sealed for a connection fits it until it changes. */
export function memorySecrets(): Doors['secrets'] & { readonly values: readonly string[] } {
  const sealed = new Map<string, string>();
  const values: string[] = [];
  return {
    values,
    async seal({ workspace, connection: { id, config }, value }) {
      values.push(value);
      sealed.set(`${workspace} ${secretOf(config)}`, placeOf(config));
      const envelope = { keyId: 'k', wrappedKey: '', iv: '', ciphertext: '', tag: '' };
      return { ...envelope, bound: { connection: id, destination: {} } };
    },
    async secretState({ workspace, connection: { config } }): Promise<SecretState> {
      if (config.kind === 'http' && config.baseUrl.includes('@'))
        return { kind: 'unfit', field: 'baseUrl' };
      const place = sealed.get(`${workspace} ${secretOf(config)}`);
      if (place === undefined) return { kind: 'missing' };
      return placeOf(config) === place
        ? { kind: 'ready' }
        : { kind: 'elsewhere', field: 'baseUrl', enteredFor: 'https://api.example.com' };
    },
  };
}

/** All of a configuration but what says nothing of where it leads. */
function placeOf(config: object): string {
  // A configuration is JSON by its own schema, which lacks nothing but an index signature.
  return canonical({ ...config, cleared: null, price: null } as unknown as Json);
}
