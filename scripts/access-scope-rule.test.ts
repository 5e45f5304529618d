import { expect, it } from 'vitest';
import { accessScopeProblems } from './access-scope-rule.ts';

it('reports SQL of features that qualifies a table with its schema', () => {
  const of = (file: string, text: string) => accessScopeProblems({ file, text });
  const queries = 'server/src/features/records/clients/queries.ts';
  expect(of(queries, 'select 1 from public.clients c')).toHaveLength(1);
  expect(of(queries, 'update only "public"."tasks" set x = 1')).toHaveLength(1);
  expect(of(queries, `from clients; pg_get_serial_sequence('public.clients', 'id')`)).toEqual([]);
  expect(of('server/src/platform/backup/tables.ts', 'from public.clients')).toEqual([]);
});
