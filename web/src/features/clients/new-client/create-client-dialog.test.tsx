import { findDuplicates } from '@ledgerline/contract/clients/duplicates/endpoints';
import { createClient, listClients } from '@ledgerline/contract/clients/endpoints';
import { clientWriteSchema, NO_COUNTS } from '@ledgerline/contract/clients/schemas';
import { Notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ClientsPage } from '../list/clients-page.tsx';
import { answer, callsOf, failWith, resetApi } from '../testing/client-server.ts';
import { aClient } from '../testing/clients.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { CreateClientPage } from './create-client-page.tsx';

function answerList() {
  answer(listClients).with(() => ({ success: true, data: [], total: 0, counts: NO_COUNTS }));
}

beforeEach(() => {
  resetApi();
  answer(findDuplicates).with(() => ({ success: true, data: [] }));
});
afterEach(() => vi.useRealTimers());

describe('the add-client modal', () => {
  async function openModal() {
    answerList();
    const { router } = await renderScreen(() => (
      <>
        <Notifications />
        <ClientsPage />
      </>
    ));
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Add Client' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Client' }));
    return { user, dialog, router };
  }

  test('rejects missing names and invalid email and phone with the exact messages, without a request', async () => {
    const { user, dialog } = await openModal();
    await user.type(dialog.getByLabelText('Email'), 'abc');
    await user.type(dialog.getByLabelText('Phone'), '555x');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('First name is required')).toBeTruthy();
    expect(dialog.getByText('Last name is required')).toBeTruthy();
    expect(dialog.getByText('Please enter a valid email address')).toBeTruthy();
    expect(dialog.getByText('Please enter a valid phone number')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText(/First name/));
    expect(callsOf(createClient)).toEqual([]);
  });

  test('accepts a person with only one name', async () => {
    const { user, dialog } = await openModal();
    answer(createClient).with(() => ({ success: true, id: 7, data: aClient(7) }));
    await user.type(dialog.getByLabelText(/First name/), 'Suharto');
    await user.click(dialog.getByLabelText('This person has only one name'));
    expect(dialog.getByLabelText(/Last name/)).toHaveProperty('disabled', true);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await user.click(await dialog.findByRole('button', { name: 'Save with This Date' }));
    await waitFor(() => expect(callsOf(createClient)).toHaveLength(1));
    expect(callsOf(createClient)[0]?.body).toMatchObject({ client_last_name: null });
  });

  test('saves the language that was typed, and opens the new client from the toast', async () => {
    const { user, dialog, router } = await openModal();
    answer(createClient).with(() => ({ success: true, id: 7, data: aClient(7) }));
    expect(document.activeElement).toBe(dialog.getByLabelText(/First name/));
    await user.keyboard('Ana');
    await user.type(dialog.getByLabelText(/Last name/), 'Dias');
    await user.type(dialog.getByRole('combobox', { name: 'Language' }), 'span{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await user.click(await dialog.findByRole('button', { name: 'Save with This Date' }));
    await screen.findByText('Ana Dias was added.');
    // The server rejects unknown names.
    expect(clientWriteSchema.parse(callsOf(createClient)[0]?.body)).toMatchObject({ pref_lang: 'Spanish' });
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/clients/7'));
  });

  describe('for a person who may already be a client', () => {
    const LIKELY = {
      id: 4,
      client_first_name: 'Ana',
      client_last_name: 'Diaz',
      dob: '1980-01-02',
      primary_email: null,
      primary_phone: '(305) 555-0100',
      reasons: ['phone', 'similar_name'] as ('phone' | 'similar_name')[],
    };
    async function save() {
      const opened = await openModal();
      answer(createClient).with(() => ({ success: true, id: 7, data: aClient(7) }));
      answer(findDuplicates).with(() => ({ success: true, data: [LIKELY] }));
      await opened.user.type(opened.dialog.getByLabelText(/First name/), 'Ana');
      await opened.user.type(opened.dialog.getByLabelText(/Last name/), 'Dias');
      await opened.user.type(opened.dialog.getByLabelText('Phone'), '3055550100');
      await opened.user.clear(opened.dialog.getByLabelText('Date of birth'));
      await opened.user.type(opened.dialog.getByLabelText('Date of birth'), '05/31/1990');
      await opened.user.click(opened.dialog.getByRole('button', { name: 'Save' }));
      await opened.dialog.findByText('This person may already be a client');
      return opened;
    }

    test('names the client and the reasons before anything is saved, and adds the person anyway', async () => {
      const { user, dialog } = await save();
      dialog.getByText('Same phone number, similar name');
      dialog.getByText('Born 01/02/1980');
      dialog.getByText('(305) 555-0100');
      expect(callsOf(findDuplicates)[0]?.query).toMatchObject({ last_name: 'Dias', dob: '1990-05-31' });
      expect(callsOf(createClient)).toEqual([]);
      await user.click(dialog.getByRole('button', { name: 'Add Anyway' }));
      await screen.findByText('Ana Dias was added.');
      expect(callsOf(createClient)).toHaveLength(1);
    });

    test('no longer names a client after the person was changed, and asks once only', async () => {
      const { user, dialog } = await save();
      await user.type(dialog.getByLabelText(/First name/), 'bel');
      expect(dialog.queryByText('This person may already be a client')).toBeNull();
      await user.click(dialog.getByRole('button', { name: 'Save' }));
      await screen.findByText('Anabel Dias was added.');
    });

    test('uses the existing client', async () => {
      const { user, dialog, router } = await save();
      await user.click(dialog.getByRole('button', { name: 'Use Ana Diaz' }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/crm/clients/4'));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(callsOf(createClient)).toEqual([]);
    });
  });

  test('rejects a phone with dots', async () => {
    const { user, dialog } = await openModal();
    await user.type(dialog.getByLabelText('Phone'), '555.123.4567');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Please enter a valid phone number')).toBeTruthy();
  });

  test('defaults to a birth date 25 years ago and the status new', async () => {
    const { user, dialog } = await openModal();
    answer(createClient).with(() => ({ success: true, id: 7, data: aClient(7) }));
    await user.type(dialog.getByLabelText(/First name/), 'Ana');
    await user.type(dialog.getByLabelText(/Last name/), 'Dias{Enter}');
    await dialog.findByText('Is the date of birth right?');
    expect(callsOf(createClient)).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const now = new Date();
    expect(callsOf(createClient)[0]?.body).toMatchObject({
      client_first_name: 'Ana',
      client_last_name: 'Dias',
      dob: expect.stringContaining(String(now.getFullYear() - 25)),
      status: 'new',
      primary_email: null,
    });
  });

  test('hints at the default birth date until it is edited, and then needs no confirmation', async () => {
    const { user, dialog } = await openModal();
    answer(createClient).with(() => ({ success: true, id: 7, data: aClient(7) }));
    dialog.getByText('25 years ago. Check the date.');
    await user.type(dialog.getByLabelText(/First name/), 'Ana');
    await user.type(dialog.getByLabelText(/Last name/), 'Dias');
    await user.clear(dialog.getByLabelText('Date of birth'));
    await user.type(dialog.getByLabelText('Date of birth'), '05/31/1990');
    expect(dialog.queryByText('25 years ago. Check the date.')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(callsOf(createClient)[0]?.body).toMatchObject({ dob: '1990-05-31' });
  });

  test('confirms the unedited birth date once, and can focus the field', async () => {
    const { user, dialog } = await openModal();
    failWith(createClient, 409);
    await user.type(dialog.getByLabelText(/First name/), 'Ana');
    await user.type(dialog.getByLabelText(/Last name/), 'Dias{Enter}');
    await user.click(await dialog.findByRole('button', { name: 'Change the Date' }));
    expect(document.activeElement).toBe(dialog.getByLabelText('Date of birth'));
    await user.click(dialog.getByRole('button', { name: 'Save with This Date' }));
    await dialog.findByText('Failed to save client data. Please try again.');
    await user.click(dialog.getByRole('button', { name: 'Save with This Date' }));
    await waitFor(() => expect(callsOf(createClient)).toHaveLength(2));
  });

  test('a held Enter does not confirm the prompt it opened', async () => {
    const { user, dialog } = await openModal();
    answer(createClient).with(() => ({ success: true, id: 7, data: aClient(7) }));
    await user.type(dialog.getByLabelText(/First name/), 'Ana');
    await user.type(dialog.getByLabelText(/Last name/), 'Dias{Enter}');
    await dialog.findByText('Is the date of birth right?');
    const repeatedEnter = { key: 'Enter', repeat: true };
    for (const element of [dialog.getByLabelText(/Last name/), dialog.getByRole('button', { name: /^Save/ })])
      expect(fireEvent.keyDown(element, repeatedEnter)).toBe(false);
    expect(fireEvent.keyDown(dialog.getByLabelText(/Last name/), { key: 'Enter' })).toBe(true);
    expect(callsOf(createClient)).toEqual([]);
  });

  test('a failed save shows its alert and keeps the input', async () => {
    const { user, dialog } = await openModal();
    failWith(createClient, 409);
    await user.type(dialog.getByLabelText(/First name/), 'Ana');
    await user.type(dialog.getByLabelText(/Last name/), 'Dias');
    await user.clear(dialog.getByLabelText('Date of birth'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'Failed to save client data. Please try again.',
    );
    expect(dialog.getByLabelText(/First name/)).toHaveProperty('value', 'Ana');
  });

  test('Esc warns only when something was typed', async () => {
    const { user, dialog } = await openModal();
    await user.type(dialog.getByLabelText(/First name/), 'A');
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'Discard changes?' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await user.clear(dialog.getByLabelText(/First name/));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

test('the page focuses the first name, as the modal does', async () => {
  await renderScreen(CreateClientPage, '/crm/clients/new');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/First name/)));
});
