import { getClient, revealClientField, updateClient } from '@ledgerline/contract/clients/endpoints';
import { PREFERRED_LANGUAGES } from '@ledgerline/contract/languages';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { somePublicSettings } from '../../../testing/settings.ts';
import { answer, callsOf, failWith, resetApi } from '../testing/client-server.ts';
import { echoUpdate, openDetail } from '../testing/open-detail.tsx';
import { renderScreen } from '../testing/render-screen.tsx';
import { DIALOGS, INFORMATION_CARDS } from './client-cards.ts';
import { ClientDetail } from './client-detail.tsx';

beforeEach(resetApi);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function openDialog(card: string, fields: Record<string, string | number | null> = {}) {
  const view = await openDetail(fields);
  await view.user.click(screen.getByRole('button', { name: `Edit: ${card}` }));
  return { ...view, dialog: within(await screen.findByRole('dialog')) };
}

describe('the client page', () => {
  test('shows name, language, birth date with age and a past follow-up', async () => {
    await openDetail({ pref_lang: 'Spanish', dob: '1990-05-31', next_f_u_date: '2020-01-01' });
    const header = within(screen.getByRole('region', { name: 'Client' }));
    expect(header.getByText('Spanish')).toBeTruthy();
    expect(header.getByText(/^05\/31\/1990 \(age \d+\)$/)).toBeTruthy();
    expect(header.getByText(/days ago$/)).toBeTruthy();
  });

  test.each(INFORMATION_CARDS.map((card) => [card.title, DIALOGS[card.dialog].title]))(
    'a click on the card %s opens %s',
    async (card, dialog) => {
      const { user } = await openDetail();
      await user.click(screen.getByRole('heading', { name: card }));
      expect(await screen.findByRole('dialog', { name: dialog })).toBeTruthy();
    },
  );

  test('the marketplace card also opens Edit Health Insurance (Marketplace)', async () => {
    const { user } = await openDetail();
    await user.click(screen.getByRole('button', { name: 'Edit Health Insurance (Marketplace)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Health Insurance (Marketplace)' }));
    expect(dialog.getByLabelText('Florida Blue')).toBeTruthy();
  });

  test('links a phone to the stored mobile domain, or to the lookup; other lengths get neither', async () => {
    await openDetail({
      primary_phone: '3055551000',
      mobile_domain: 'tmomail.net',
      secondary_phone: '3055552000',
    });
    expect(screen.getByRole('link', { name: 'Text' }).getAttribute('href')).toBe(
      'mailto:3055551000@tmomail.net',
    );
    expect(screen.getByRole('link', { name: 'Look up carrier' }).getAttribute('href')).toBe(
      'https://lookup.example/3055552000',
    );
  });

  test('a phone of seven digits gets neither link', async () => {
    await openDetail({ primary_phone: '5551000', mobile_domain: 'tmomail.net' });
    expect(screen.getByRole('link', { name: '5551000' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Text' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Look up carrier' })).toBeNull();
  });

  test('an unknown client is reported as not found', async () => {
    failWith(getClient, 404, { message: 'Client not found.' });
    await renderScreen(() => <ClientDetail clientId={9} work={[]} />, '/crm/clients/9');
    expect(await screen.findByText('Client not found.')).toBeTruthy();
  });

  test('an invalid client id is reported as not found', async () => {
    failWith(getClient, 400, { message: 'id: must be a number' });
    await renderScreen(() => <ClientDetail clientId={Number('abc')} work={[]} />, '/crm/clients/0');
    expect(await screen.findByText('Client not found.')).toBeTruthy();
  });

  test.each([400, 403, 409])('a load that failed with %d shows its message', async (status) => {
    failWith(getClient, status, { message: 'The database is away' });
    await renderScreen(() => <ClientDetail clientId={9} work={[]} />, '/crm/clients/9');
    expect(await screen.findByText('Error loading client: The database is away')).toBeTruthy();
  });
});

describe('a secret on the page', () => {
  test('is revealed by its button and hides again after 30 s', async () => {
    answer(revealClientField).with(() => ({ success: true, field: 'ssn', value: '123-45-6789' }));
    await openDetail({ ssn: '•••-••-6789' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(screen.getByRole('button', { name: 'Reveal SSN' }));
    await act(async () => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByText('123-45-6789')).toBeTruthy();
    expect(callsOf(revealClientField)[0]?.body).toEqual({ field: 'ssn' });
    await act(async () => vi.advanceTimersByTimeAsync(30_000));
    expect(screen.queryByText('123-45-6789')).toBeNull();
    expect(screen.getByText('•••-••-6789')).toBeTruthy();
  });
});

describe('an edit dialog', () => {
  test('sends only what changed, closes, and the card shows it', async () => {
    const { user, dialog } = await openDialog('Employment Information', {
      agi: 68000,
      employer_phone: '3055552222',
    });
    echoUpdate();
    await user.type(dialog.getByLabelText('Occupation'), 'Nurse');
    // Tabbing through formatted fields changes nothing.
    await user.click(dialog.getByLabelText('Employer phone'));
    await user.click(dialog.getByLabelText('AGI'));
    await user.type(dialog.getByLabelText('Employer'), 'Baptist Health{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(callsOf(updateClient).map((call) => call.body)).toEqual([
      {
        occupation: 'Nurse',
        name_of_employer: 'Baptist Health',
        was: { occupation: null, name_of_employer: null },
      },
    ]);
    expect(screen.getByText('Nurse')).toBeTruthy();
  });

  test('validates before submitting and focuses the first invalid field', async () => {
    const { user, dialog } = await openDialog('Employment Information');
    await user.type(dialog.getByLabelText('Employer email'), 'abc');
    await user.type(dialog.getByLabelText('AGI'), 'much');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Please enter a valid email address')).toBeTruthy();
    expect(dialog.getByText('Must be an amount such as 1234.50')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Employer email'));
    expect(callsOf(updateClient)).toEqual([]);
  });

  test('a failed update is only logged, and the dialog keeps the input', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user, dialog } = await openDialog('Employment Information');
    failWith(updateClient, 409);
    await user.type(dialog.getByLabelText('Occupation'), 'Nurse{Enter}');
    expect(await dialog.findByText('Not saved. What you typed is still here.')).toBeTruthy();
    expect(log.mock.calls[0]?.[0]).toBe('Failed to update client');
    expect(dialog.getByLabelText('Occupation')).toHaveProperty('value', 'Nurse');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('shows server validation errors under their fields', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user, dialog } = await openDialog('Employment Information');
    failWith(updateClient, 400, { details: { fields: [{ path: 'business_ein', message: 'is wrong' }] } });
    await user.type(dialog.getByLabelText('Business EIN'), '12-3456789{Enter}');
    expect(await dialog.findByText('Is wrong')).toBeTruthy();
  });

  test('shows an invalid number at its field, and saves despite an unedited invalid one', async () => {
    const { user, dialog } = await openDialog('Employment Information', { business_ein: '12-345' });
    echoUpdate();
    const input = dialog.getByLabelText('Business EIN');
    await user.clear(input);
    await user.type(input, '12-34567890{Enter}');
    const message = 'Has 10 digits instead of 9';
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(callsOf(updateClient)).toEqual([]);
    await user.clear(input);
    await user.type(input, '12-345');
    await user.type(dialog.getByLabelText('Occupation'), 'Nurse{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(callsOf(updateClient)[0]?.body).toEqual({ occupation: 'Nurse', was: { occupation: null } });
  });

  test('never sends a mask; typing replaces it', async () => {
    const { user, dialog } = await openDialog('Bank Information', {
      routing_number: '••••0277',
      account_number: '••••5678',
    });
    echoUpdate();
    await user.click(dialog.getByLabelText('Account number'));
    await user.keyboard('991');
    expect(dialog.getByLabelText('Account number')).toHaveProperty('value', '991');
    await user.type(dialog.getByLabelText('Bank name'), 'Chase{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(callsOf(updateClient)[0]?.body).toEqual({
      ...{ bank_name: 'Chase', account_number: '991' },
      was: { bank_name: null, account_number: '••••5678' },
    });
  });

  test('a revealed but unedited value is not submitted', async () => {
    answer(revealClientField).with(() => ({ success: true, field: 'routing_number', value: '063100277' }));
    const { user, dialog } = await openDialog('Bank Information', { routing_number: '••••0277' });
    await user.click(dialog.getByRole('button', { name: 'Reveal Routing number' }));
    expect(await dialog.findByDisplayValue('063100277')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(callsOf(updateClient)).toEqual([]);
  });

  test('rejects a CVC when the brokerage does not store them', async () => {
    answer(getPublicSettings).with(() => ({
      success: true,
      data: somePublicSettings({ card_security_code: 'refuse' }),
    }));
    const { dialog } = await openDialog('Card Information');
    expect(dialog.getByText('This brokerage does not store card security codes.')).toBeTruthy();
    expect(dialog.getByLabelText('CVC')).toHaveProperty('readOnly', true);
  });

  test('keeps a stored language that is not offered', async () => {
    const { user, dialog } = await openDialog('Personal Information', { pref_lang: 'Latin' });
    expect(dialog.getByRole('combobox', { name: 'Preferred language' })).toHaveProperty('value', 'Latin');
    await user.click(dialog.getByRole('combobox', { name: 'Preferred language' }));
    const offered = await screen.findAllByRole('option');
    expect(offered.map((option) => option.textContent)).toEqual([...PREFERRED_LANGUAGES, 'Latin']);
  });

  test('offers at most four dependents, and submits a removed one as empty', async () => {
    const { user, dialog } = await openDialog('Dependents', { dep1_name: 'Lucia', dep1_dob: '2012-06-01' });
    echoUpdate();
    await user.click(dialog.getByRole('button', { name: 'Add dependent' }));
    await user.click(dialog.getByRole('button', { name: 'Add dependent' }));
    await user.click(dialog.getByRole('button', { name: 'Add dependent' }));
    expect(dialog.queryByRole('button', { name: 'Add dependent' })).toBeNull();
    expect(dialog.getAllByLabelText('Name')).toHaveLength(4);
    await user.click(dialog.getByRole('button', { name: 'Remove Dependent 1' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(callsOf(updateClient)).toHaveLength(1));
    expect(callsOf(updateClient)[0]?.body).toEqual({
      ...{ dep1_name: null, dep1_dob: null },
      was: { dep1_name: 'Lucia', dep1_dob: '2012-06-01' },
    });
  });

  test('disables login fields that are not stored', async () => {
    const { dialog } = await openDialog('Logins');
    expect(dialog.getByLabelText('Medicare.gov password')).toHaveProperty('disabled', true);
    expect(dialog.getByLabelText('Email password')).toHaveProperty('disabled', true);
  });
});
