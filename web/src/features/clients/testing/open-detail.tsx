import { getClient, updateClient } from '@ledgerline/contract/clients/endpoints';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ClientDetail } from '../record/client-detail.tsx';
import { answer } from './client-server.ts';
import { aClient } from './clients.ts';
import { renderScreen } from './render-screen.tsx';

/** Renders the loaded page of client 1, Maria Alvarez. */
export async function openDetail(fields: Record<string, string | number | null> = {}) {
  answer(getClient).with(() => ({ success: true, data: aClient(1, fields) }));
  const view = await renderScreen(() => <ClientDetail clientId={1} work={[]} />, '/crm/clients/1');
  await screen.findByRole('heading', { name: 'Maria Alvarez' });
  return { ...view, user: userEvent.setup() };
}

/** Every update responds with the submitted values. */
export function echoUpdate() {
  answer(updateClient).with(({ body }) => {
    const { was: _, ...changes } = body ?? {};
    return { success: true, data: aClient(1, changes as Record<string, string>) };
  });
}
