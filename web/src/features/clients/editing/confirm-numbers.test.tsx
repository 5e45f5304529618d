import { updateClient } from '@ledgerline/contract/clients/endpoints';
import { Notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPart } from '../../../testing/render-app.tsx';
import { answer, callsOf, failWith, resetApi } from '../testing/client-server.ts';
import { aClient } from '../testing/clients.ts';
import { openDetail } from '../testing/open-detail.tsx';

beforeEach(() => {
  resetApi();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const TITLE = 'Save this number anyway?';
const MESSAGE = 'has 5 digits instead of 9';
const sent = () => callsOf(updateClient).map(({ body }) => body);
const confirmation = async () => within(await screen.findByRole('dialog', { name: TITLE }));

/** The server stores the number only after a confirmation. */
function rejectUnconfirmed() {
  const cells = [{ id: 1, row: null, field: 'business_ein', message: MESSAGE }];
  const fields = [{ path: 'business_ein', message: MESSAGE }];
  failWith(updateClient, 409, { code: 'unconfirmed_number', details: { fields, cells } });
}

/** Types an incomplete EIN next to another edit, and saves. */
async function saveIncomplete() {
  const { user } = await openDetail({ occupation: 'Baker' });
  await user.click(screen.getByRole('button', { name: 'Edit: Employment Information' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Employment/ }));
  await user.type(dialog.getByLabelText('Occupation'), 's');
  rejectUnconfirmed();
  await user.type(dialog.getByLabelText('Business EIN'), '12-345{Enter}');
  const question = await confirmation();
  question.getByText(`Business EIN ${MESSAGE}.`);
  return { user, dialog, question };
}

const EDIT = {
  occupation: 'Bakers',
  business_ein: '12-345',
  was: { occupation: 'Baker', business_ein: null },
};

test('an incomplete number is saved after a confirmation, and Enter alone does not confirm', async () => {
  const { user, question } = await saveIncomplete();
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'Go Back' }));
  answer(updateClient).with(() => ({ success: true, data: aClient(1) }));
  await user.click(question.getByRole('button', { name: 'Save Anyway' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toEqual([EDIT, { ...EDIT, confirm_numbers: true }]);
});

test('going back keeps everything that was typed, at the field with the reason, and asks again', async () => {
  const { user, dialog, question } = await saveIncomplete();
  await user.click(question.getByRole('button', { name: 'Go Back' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull());
  dialog.getByText('Has 5 digits instead of 9');
  const input = dialog.getByLabelText('Business EIN');
  expect([input, dialog.getByLabelText('Occupation')]).toMatchObject([
    { value: '12-345' },
    { value: 'Bakers' },
  ]);
  await waitFor(() => expect(document.activeElement).toBe(input));
  await user.type(input, '{Enter}');
  await confirmation();
  expect(sent()).toEqual([EDIT, EDIT]);
});

test('a failed confirmed request keeps the input, and the next attempt asks again', async () => {
  const { user, dialog, question } = await saveIncomplete();
  failWith(updateClient, 403);
  await user.click(question.getByRole('button', { name: 'Save Anyway' }));
  await dialog.findByText('Not saved. What you typed is still here.');
  expect(dialog.getByLabelText('Business EIN')).toHaveProperty('value', '12-345');
  rejectUnconfirmed();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByRole('dialog', { name: 'Save this number anyway?' });
  expect(sent()).toEqual([EDIT, { ...EDIT, confirm_numbers: true }, EDIT]);
});

test('a number whose leading zero was restored is saved with a warning', async () => {
  renderPart(<Notifications />);
  const { user } = await openDetail();
  await user.click(screen.getByRole('button', { name: 'Edit: Employment Information' }));
  const dialog = within(await screen.findByRole('dialog'));
  answer(updateClient).with(() => ({
    success: true,
    data: aClient(1),
    warnings: [{ field: 'business_ein', message: 'had 8 digits, so a leading zero was added' }],
  }));
  await user.type(dialog.getByLabelText('Business EIN'), '1-2345678{Enter}');
  await screen.findByText('Business EIN had 8 digits, so a leading zero was added. Check the number.');
  expect(sent()).toEqual([{ business_ein: '1-2345678', was: { business_ein: null } }]);
});

test('eight digits of an SSN are sent without the hyphens that the input added', async () => {
  const { user } = await openDetail();
  await user.click(screen.getByRole('button', { name: 'Edit: Personal Information' }));
  const dialog = within(await screen.findByRole('dialog'));
  answer(updateClient).with(() => ({ success: true, data: aClient(1) }));
  const input = dialog.getByLabelText('SSN');
  await user.clear(input);
  await user.type(input, '12345678');
  expect(input).toHaveProperty('value', '123-45-678');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent()).toMatchObject([{ ssn: '12345678' }]));
});
