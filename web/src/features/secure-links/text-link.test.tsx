import { logCall } from '@ledgerline/contract/calls/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { Notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../testing/render-app.tsx';
import { aLink, aServer, showDialog, URL_OF_LINK } from './testing/link-dialog.tsx';

const CALL = {
  ...{ id: 1, client_id: 7, kind: 'text' as const, outcome: null, text: '', follow_up_on: null },
  ...{ agent_id: 7, at: '2026-11-26T10:00:00Z' },
};

/** jsdom cannot open the messaging app. */
const stay = (event: Event) => event.preventDefault();

async function pressText() {
  document.addEventListener('click', stay, { once: true });
  const button = await screen.findByRole('link', { name: 'Text Link' });
  await userEvent.click(button);
  return button;
}

test('the messaging app opens with the link, and the timeline records only that it was opened', async () => {
  const server = aServer()
    .reply(createClientLink, aLink())
    .reply(logCall, { success: true, id: 1, call: CALL })
    .start();
  showDialog();
  const href = (await pressText()).getAttribute('href') ?? '';
  expect(href).toMatch(/^sms:\d+\?&body=Sus%20formularios%20de%20/);
  expect(href).toContain(encodeURIComponent(URL_OF_LINK));
  await waitFor(() => expect(server.calls(logCall)).toHaveLength(1));
  expect(server.calls(logCall)[0]?.body).toEqual({
    kind: 'text',
    text: 'Opened a text message with the link to “Personal Information”. Not confirmed as sent.',
  });
});

test('shows when it could not be recorded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  aServer().reply(createClientLink, aLink()).replyError(logCall, 'not_allowed', 'No.').start();
  renderPart(<Notifications />);
  showDialog();
  await pressText();
  await screen.findByText('The text message is not in the timeline');
});

test('is not offered for a client without a phone number', async () => {
  aServer().reply(createClientLink, aLink()).start();
  showDialog({ client: { id: 7, name: 'Maria', email: 'maria@example.com', phone: '', language: '' } });
  await screen.findByDisplayValue(URL_OF_LINK);
  await screen.findByRole('button', { name: 'Email Link' });
  expect(screen.queryByRole('link', { name: 'Text Link' })).toBeNull();
});
