import { expect, test } from 'vitest';
import { withoutConditions } from './strip-where.ts';

test.each([
  [
    'select id from run where workspace = $1 and id = $2',
    'select id from run where ($1::text is not null) and id = $2',
  ],
  [
    'update "secret" set "name" = $2 where "workspace" = $1',
    'update "secret" set "name" = $2 where ($1::text is not null)',
  ],
  [
    'select 1 from case_record c where c.workspace = $12::text',
    'select 1 from case_record c where ($12::text is not null)',
  ],
])('%s loses its condition and keeps its parameter', (text, stripped) => {
  expect(withoutConditions(text)).toBe(stripped);
});

test.each([
  'insert into run (workspace, id) values ($1, $2)',
  'select 1 from run r join log_entry e on e.workspace = r.workspace',
  "select set_config('app.workspace', $1, true)",
])('%s has no condition to lose', (text) => {
  expect(withoutConditions(text)).toBe(text);
});
