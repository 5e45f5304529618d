import { getClient } from '@ledgerline/contract/clients/endpoints';
import { listClientSubmissions } from '@ledgerline/contract/submissions/endpoints';
import { listTemplates } from '@ledgerline/contract/templates/endpoints';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aClient } from '../../features/clients/testing/clients.ts';
import { namedTemplate } from '../../features/sessions/testing/sessions.ts';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { ClientForms } from './client-detail-page.tsx';

it('sorts the forms of Get Form Link by name', async () => {
  const forms = [
    namedTemplate(1, 'Privacy Notice'),
    namedTemplate(2, 'Welcome Letter'),
    namedTemplate(3, 'Agreement'),
  ];
  fakeServer()
    .reply(getClient, { success: true, data: aClient(7) })
    .reply(listClientSubmissions, { success: true, data: [] })
    .reply(listTemplates, { success: true, forms });
  renderPart(<ClientForms clientId={7} />);
  const button = screen.getByRole('button', { name: 'Get Form Link' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual([
    'AgreementDocuSign',
    'Privacy NoticeDocuSign',
    'Welcome LetterDocuSign',
  ]);
});
