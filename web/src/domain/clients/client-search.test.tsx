import { searchClients } from '@ledgerline/contract/clients/endpoints';
import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aClientRow } from '../../testing/client-row.ts';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { ClientSearch } from './client-search.tsx';

const SMITH = aClientRow(1, { client_first_name: 'Ana', client_last_name: 'Smith' });

it('offers no results of the previous search while the next one loads or is retried', async () => {
  const onChoose = vi.fn<(client: ClientRow) => void>();
  const jones = Promise.withResolvers<Response>();
  const again = () => new Promise<Response>(() => undefined);
  const answers = [() => jones.promise, again];
  fakeServer().respond(searchClients, ({ query }) => {
    const smith = { success: true, data: [SMITH] };
    return query.get('q') === 'smith' ? Response.json(smith) : (answers.shift() ?? again)();
  });
  renderPart(
    <ClientSearch label="Client" failedText="The clients could not be searched." onChoose={onChoose} />,
  );
  const box = screen.getByLabelText('Client');
  fireEvent.change(box, { target: { value: 'smith' } });
  await screen.findByRole('button', { name: /Smith/ });
  fireEvent.change(box, { target: { value: 'jones' } });
  await screen.findByText('Searching…');
  expect(screen.queryByRole('button', { name: /Smith/ })).toBeNull();
  jones.resolve(Response.json({ success: false, code: 'validation_failed', message: 'No' }, { status: 400 }));
  await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  await screen.findByText('Searching…');
  expect(screen.queryByRole('button', { name: /Smith/ })).toBeNull();
  expect(onChoose).not.toHaveBeenCalled();
});

it.each([
  { found: 1, key: 'Enter', takes: true },
  { found: 1, key: 'ArrowDown', takes: false },
  { found: 2, key: 'Enter', takes: false },
])('$key chooses one of $found clients found: $takes', async ({ found, key, takes }) => {
  const onChoose = vi.fn<(client: ClientRow) => void>();
  const data = [SMITH, aClientRow(2, { client_first_name: 'Bo', client_last_name: 'Smith' })].slice(0, found);
  fakeServer().reply(searchClients, { success: true, data });
  renderPart(<ClientSearch label="Client" failedText="No." onChoose={onChoose} />);
  await userEvent.type(screen.getByLabelText('Client'), 'smith');
  const first = await screen.findByRole('button', { name: /Ana Smith/ });
  await userEvent.keyboard(`{${key}}`);
  if (takes) expect(onChoose).toHaveBeenCalledExactlyOnceWith(SMITH);
  else {
    expect(onChoose).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(first);
  }
});
