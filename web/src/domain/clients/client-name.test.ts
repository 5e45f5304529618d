import { describe, expect, it } from 'vitest';
import { clientName } from './client-name.ts';

describe('a client’s display name', () => {
  it.each([
    ['Maria', 'Alvarez', 'Maria Alvarez'],
    [' Maria ', null, 'Maria'],
    [null, '', 'Unknown Client'],
  ])('%j and %j are %s', (client_first_name, client_last_name, name) => {
    expect(clientName({ client_first_name, client_last_name })).toBe(name);
  });
});
