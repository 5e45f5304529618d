import { getClient, updateClient } from '@ledgerline/contract/clients/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, callsOf, failWith, resetApi } from '../testing/client-server.ts';
import { aClient } from '../testing/clients.ts';
import { echoUpdate, openDetail } from '../testing/open-detail.tsx';

beforeEach(() => {
  resetApi();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const SEEN = { occupation: 'Baker', name_of_employer: 'Old Mill' };
const MINE = { occupation: 'Nurse', name_of_employer: 'New Mill' };

/** The server rejects an update, because a colleague has changed the occupation. */
function colleagueSets(occupation: string) {
  const cell = { id: 1, row: null, field: 'occupation', message: 'was changed by someone else' };
  failWith(updateClient, 409, { code: 'conflict', details: { cells: [{ ...cell, theirs: occupation }] } });
  answer(getClient).with(() => ({ success: true, data: aClient(1, { ...SEEN, occupation }) }));
}

const conflict = async () =>
  within(await screen.findByRole('dialog', { name: 'This field was changed by someone else' }));
const sent = () => callsOf(updateClient).map(({ body }) => body);

/** Saves a record card with two edits, one of which conflicts with a colleague's edit. */
async function saveOver(occupation: string) {
  const { user } = await openDetail(SEEN);
  await user.click(screen.getByRole('button', { name: 'Edit: Employment Information' }));
  const dialog = within(await screen.findByRole('dialog'));
  colleagueSets(occupation);
  for (const [label, text] of [
    ['Occupation', MINE.occupation],
    ['Employer', MINE.name_of_employer],
  ] as const) {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), text);
  }
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const choice = await conflict();
  choice.getByText('Cook');
  expect(sent()).toEqual([{ ...MINE, was: SEEN }]);
  return { user, choice };
}

test('a colleague’s newer edit is shown, and Keep Mine overwrites only the value that was shown', async () => {
  const { user, choice } = await saveOver('Cook');
  echoUpdate();
  await user.click(choice.getByRole('button', { name: 'Keep Mine' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent().at(-1)).toEqual({ ...MINE, was: { ...SEEN, occupation: 'Cook' } });
});

test('a colleague’s newer edit stays on request, and the other fields are saved', async () => {
  const { user, choice } = await saveOver('Cook');
  echoUpdate();
  await user.click(choice.getByRole('button', { name: 'Keep Theirs' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { name_of_employer } = SEEN;
  expect(sent().at(-1)).toEqual({ name_of_employer: MINE.name_of_employer, was: { name_of_employer } });
});

test('a value that changes again is shown again', async () => {
  const { user, choice } = await saveOver('Cook');
  colleagueSets('Chef');
  await user.click(choice.getByRole('button', { name: 'Keep Mine' }));
  await waitFor(async () => (await conflict()).getByText('Chef'));
  expect(sent()).toHaveLength(2);
});

test('the agent can go back, with everything typed, and the next save asks again', async () => {
  const { user, choice } = await saveOver('Cook');
  await user.click(choice.getByRole('button', { name: 'Back to Editing' }));
  const dialog = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  expect(dialog.getByLabelText('Occupation')).toHaveProperty('value', MINE.occupation);
  expect(dialog.getByLabelText('Employer')).toHaveProperty('value', MINE.name_of_employer);
  dialog.getByText('Not saved. What you typed is still here.');
  await user.type(dialog.getByLabelText('Occupation'), ' aide');
  colleagueSets('Cook');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const again = await conflict();
  again.getByText('Cook');
  expect(sent().at(-1)).toEqual({ ...MINE, occupation: 'Nurse aide', was: SEEN });
  echoUpdate();
  await user.click(again.getByRole('button', { name: 'Keep Mine' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent().at(-1)).toMatchObject({ occupation: 'Nurse aide', was: { occupation: 'Cook' } });
});
