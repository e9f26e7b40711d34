import pg from 'pg';
import { expect, test } from 'vitest';
import { clientConfig } from './pool.ts';

test.each([
  ['postgres://boss:secret@db.example:5433/shop?sslmode=disable', 'db.example', 5433],
  ['postgres://db.example/shop', 'db.example', 5432],
  ['postgresql:///shop?host=/var/run/postgresql&port=5433', '/var/run/postgresql', 5433],
])(
  'a runtime role signs in with its own name and password wherever the server is: %s',
  (url, host, port) => {
    const role = 'countersign_app';
    const client = new pg.Client(clientConfig({ url, role, password: 'p@ss/ü?&' }));
    expect(client).toMatchObject({
      user: role,
      password: 'p@ss/ü?&',
      database: 'shop',
      host,
      port,
    });
  },
);

test('what stands in the address cannot take back the role, its settings or its durability', () => {
  const url =
    'postgres://db.example/shop?user=boss&password=boss&options=-c%20synchronous_commit%3Doff';
  const { connectionString = '', options } = clientConfig({
    url,
    role: 'countersign_app',
    password: 'own',
  });
  const client = new pg.Client({ connectionString, options });
  expect(client).toMatchObject({ user: 'countersign_app', password: 'own' });
  expect(connectionString).not.toContain('synchronous_commit');
  expect(options).toContain('synchronous_commit=on');
  expect(options).toMatch(/search_path=countersign,pg_temp\b/);
});
