import { expect, test } from 'vitest';
import { layOut } from './data-folder.ts';
import {
  brokerEnvironment,
  publicUrl,
  type Surroundings,
  serverEnvironment,
} from './environment.ts';
import { readOptions } from './options.ts';

const options = readOptions([], {}, '/repo');
const around: Surroundings = {
  options,
  folder: layOut('/data'),
  credentials: {
    superuser: 'password-of-superuser',
    countersign_app: 'password-of-server',
    countersign_broker: 'password-of-broker',
    countersign_auth: 'password-of-sign-in',
  },
  databaseUrl: 'postgres://localhost:5432/countersign',
  brokerSocket: '/data/broker.sock',
  brokerToken: 'token',
  sessionKey: 'session-key',
  studioFiles: '/repo/dist',
  exampleFiles: '/repo/examples/mail-triage',
  version: '0.0.0',
  outer: { PATH: '/bin', OPENAI_API_KEY: 'sk-1', DATABASE_URL: 'postgres://admin:hush@db/x' },
};

test('no program gets what the operator’s environment holds besides', () => {
  for (const env of [serverEnvironment(around), brokerEnvironment(around)]) {
    expect(env).toMatchObject({ PATH: '/bin' });
    expect(JSON.stringify(env)).not.toMatch(/sk-1|hush|superuser/);
  }
});

test('the server alone learns which folders mailboxes may be in', () => {
  const fileRoots = ['/var/mail'];
  const named = { ...around, options: { ...options, fileRoots } };
  expect(serverEnvironment(named)['COUNTERSIGN_FILES_ROOTS']).toBe('/var/mail');
  expect(JSON.stringify(brokerEnvironment(named))).not.toContain('/var/mail');
});

test('each program gets its own role’s password and not the other’s', () => {
  expect(JSON.stringify(serverEnvironment(around))).not.toContain('password-of-broker');
  expect(JSON.stringify(brokerEnvironment(around))).not.toContain('password-of-server');
  expect(JSON.stringify(brokerEnvironment(around))).not.toContain('password-of-sign-in');
  expect(JSON.stringify(brokerEnvironment(around))).not.toContain('session-key');
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:7400'],
  ['0.0.0.0', 'http://localhost:7400'],
  ['::1', 'http://[::1]:7400'],
])('the address %s is opened as %s', (host, url) => {
  expect(publicUrl({ ...options, host })).toBe(url);
});

test('an address that the operator names is taken as it is', () => {
  expect(publicUrl({ ...options, publicUrl: 'https://a.test/' })).toBe('https://a.test');
});
