import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { expect, it } from 'vitest';
import { type MergedClient, suggestMerge } from './rules.ts';

function client(id: number, day: number, values: Partial<Record<FieldName, string | number>>): MergedClient {
  return { id, updated_at: `2026-11-${day}T00:00:00.000Z`, value: (name) => values[name] ?? null };
}

it.each<[string, MergedClient[], ReturnType<typeof suggestMerge>]>([
  [
    'the most complete client remains, with newer values of the others',
    [
      client(1, 10, { client_first_name: 'Ana', address: 'Old', company: 'X' }),
      client(2, 12, { client_first_name: 'Ana', address: 'New' }),
    ],
    { into: 1, choices: { address: 2 } },
  ],
  [
    'the newest of equally complete clients remains',
    [client(1, 10, { address: 'Old' }), client(2, 12, { address: 'New' })],
    { into: 2, choices: {} },
  ],
  [
    'a missing value comes from the newest client that has one',
    [
      client(1, 12, { client_first_name: 'Ana', client_last_name: 'Lee', company: 'X' }),
      client(2, 10, { city_of_birth: 'Lima' }),
      client(3, 11, { city_of_birth: 'Quito' }),
    ],
    { into: 1, choices: { city_of_birth: 3 } },
  ],
  [
    'status and owner of the remaining client stay',
    [
      client(1, 10, { status: 'client', owner_agent_id: 5, company: 'X' }),
      client(2, 12, { status: 'lead', owner_agent_id: 6 }),
    ],
    { into: 1, choices: {} },
  ],
  [
    'different notes are all kept',
    [
      client(1, 10, { notes: '<p>One</p>', notes_2: 'Same', company: 'X' }),
      client(2, 12, { notes: '<p>Two</p>', notes_2: 'Same' }),
    ],
    { into: 1, choices: { notes: 'all' } },
  ],
  [
    'notes that do not fit are those changed last',
    [
      client(1, 10, { notes: 'x'.repeat(60_000), company: 'X' }),
      client(2, 12, { notes: 'y'.repeat(60_000) }),
    ],
    { into: 1, choices: { notes: 2 } },
  ],
])('%s', (_, clients, suggested) => {
  expect(suggestMerge(clients)).toEqual(suggested);
  expect(suggestMerge(clients.toReversed())).toEqual(suggested);
});
