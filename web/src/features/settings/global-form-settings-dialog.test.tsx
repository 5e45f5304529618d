import {
  getGlobalSettings,
  getPublicSettings,
  updateGlobalSettings,
} from '@ledgerline/contract/settings/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { somePublicSettings, someSettings } from '../../testing/settings.ts';
import { GlobalFormSettings } from './global-form-settings.tsx';
import { GlobalFormSettingsDialog } from './global-form-settings-dialog.tsx';

const stored = {
  success: true as const,
  data: someSettings({ default_form_expiration_days: 3 }),
};

const NUMBERS = ['First after (days)', 'Repeat every (days)', 'Maximum reminders'];

async function open(server: FakeServer) {
  const onClose = vi.fn();
  renderPart(<GlobalFormSettingsDialog opened onClose={onClose} />);
  const days = await screen.findByLabelText<HTMLSelectElement>('Default form expiration');
  return { server, onClose, days };
}

describe('Global Form Settings', () => {
  it('offers 1 to 30 days, a single day in the singular, and shows the stored value', async () => {
    const { days } = await open(fakeServer().reply(getGlobalSettings, stored));
    screen.getByRole('dialog', { name: 'Global Form Settings' });
    const texts = [...days.options].map(({ text }) => text);
    expect(texts).toHaveLength(30);
    expect([texts[0], texts[1], texts[29]]).toEqual(['1 day', '2 days', '30 days']);
    expect(days.value).toBe('3');
  });

  it('say that no reminders are sent without a mail server', async () => {
    const data = somePublicSettings({ is_email_connected: false });
    await open(
      fakeServer().reply(getGlobalSettings, stored).reply(getPublicSettings, { success: true, data }),
    );
    await screen.findByText('Email isn’t connected. No reminders are sent.');
  });

  it('logs a failed load, shows 7 days with an error, and retries', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { server, days } = await open(fakeServer().replyError(getGlobalSettings, 'not_found', 'No.'));
    expect(days.value).toBe('7');
    expect(log).toHaveBeenCalledOnce();
    screen.getByText(/^The settings could not be loaded/);
    server.reply(getGlobalSettings, stored);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Default form expiration')).toHaveProperty('value', '3'),
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('does not undo what another owner changed since the section was opened', async () => {
    const changed = someSettings({ has_calendar_names: !stored.data.has_calendar_names });
    const server = fakeServer()
      .reply(getGlobalSettings, stored)
      .reply(updateGlobalSettings, { success: true, data: changed });
    renderPart(<GlobalFormSettings parts={['reminders']} />);
    const repeat = await screen.findByLabelText('Repeat every (days)');
    for (const [index, days] of ['5', '6'].entries()) {
      await userEvent.clear(repeat);
      await userEvent.type(repeat, days);
      await userEvent.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(server.calls(updateGlobalSettings)).toHaveLength(index + 1));
      expect(server.calls(updateGlobalSettings)[index]?.body).toEqual({ reminders_every_days: Number(days) });
      await waitFor(() =>
        expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('data-loading')).toBe(false),
      );
    }
  });

  it('stores the selection and closes', async () => {
    const server = fakeServer()
      .reply(getGlobalSettings, stored)
      .reply(updateGlobalSettings, {
        success: true,
        data: someSettings({ default_form_expiration_days: 14 }),
      });
    const { days, onClose } = await open(server);
    await userEvent.selectOptions(days, '14');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.calls(updateGlobalSettings)[0]?.body).toEqual({ default_form_expiration_days: 14 });
  });

  it('shows that the settings could not be saved, and stays open', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = fakeServer()
      .reply(getGlobalSettings, stored)
      .replyError(updateGlobalSettings, 'wrong_state', 'No.');
    const { onClose } = await open(server);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Failed to save settings. Please try again.');
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('Enrollment periods', () => {
  const periods = [{ name: 'Medicare', from: '10-15', to: '12-07' }];
  const withPeriods = { ...stored, data: { ...stored.data, enrolment_windows: periods } };
  const field = (label: string, at: number) => {
    const found = screen.getAllByLabelText<HTMLInputElement>(label)[at];
    if (!found) throw new Error(`there is no ${label} ${at}`);
    return found;
  };

  it('are shown as month and day, added, and stored', async () => {
    const server = fakeServer()
      .reply(getGlobalSettings, withPeriods)
      .reply(updateGlobalSettings, withPeriods);
    const { onClose } = await open(server);
    expect([field('Name', 0).value, field('From', 0).value, field('To', 0).value]).toEqual([
      'Medicare',
      '10/15',
      '12/07',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Add Period' }));
    await userEvent.type(field('Name', 1), 'Marketplace');
    await userEvent.type(field('From', 1), '2/29');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getAllByText('Must be a month and a day such as 10/15')).toHaveLength(2);
    expect(document.activeElement).toBe(field('From', 1));
    await userEvent.clear(field('From', 1));
    await userEvent.type(field('From', 1), '11-1');
    await userEvent.type(field('To', 1), '1/15');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const added = { name: 'Marketplace', from: '11-01', to: '01-15' };
    expect(server.calls(updateGlobalSettings)[0]?.body).toEqual({
      default_form_expiration_days: 3,
      enrolment_windows: [...periods, added],
    });
  });

  it('are removed, and server validation errors show at their field', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const fields = [{ path: 'enrolment_windows.0.name', message: 'is not a name' }];
    const server = fakeServer()
      .reply(getGlobalSettings, withPeriods)
      .replyError(updateGlobalSettings, 'validation_failed', 'No.', { fields });
    await open(server);
    await userEvent.type(field('Name', 0), '!');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('is not a name');
    await userEvent.click(screen.getByRole('button', { name: 'Remove Medicare!' }));
    expect(screen.queryByLabelText('Name')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.calls(updateGlobalSettings)[1]?.body).toMatchObject({ enrolment_windows: [] }),
    );
  });
});

describe('The enrollment periods of a plan year', () => {
  const federal = { name: 'Marketplace open enrollment', from: '11-01', to: '12-15' };
  const old = { ...federal, to: '01-15' };
  const settings = (confirmedFor: number | null) => ({
    success: true as const,
    data: someSettings({
      default_form_expiration_days: 3,
      enrolment_windows: [old],
      enrollment_confirmed_for: confirmedFor,
      enrollment_plan_year: 2027,
      enrollment_defaults: [{ ...federal, plan_year: 2027, source: '45 CFR 155.410(e)' }],
    }),
  });
  const BOX = { name: 'I have checked the periods for plan year 2027' };

  it.each([null, 2026])('are shown with their source, applied and confirmed (last: %s)', async (last) => {
    const server = fakeServer()
      .reply(getGlobalSettings, settings(last))
      .reply(updateGlobalSettings, settings(2027));
    const { onClose } = await open(server);
    screen.getByText('Check the periods for plan year 2027 and confirm them below.');
    screen.getByText(
      'Marketplace open enrollment, plan year 2027: Nov 1 to Dec 15. Source: 45 CFR 155.410(e).',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Use Federal Dates' }));
    expect(screen.queryByRole('button', { name: 'Use Federal Dates' })).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', BOX));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.calls(updateGlobalSettings)[0]?.body).toEqual({
      default_form_expiration_days: 3,
      enrolment_windows: [federal],
      enrollment_confirmed_for: 2027,
    });
  });

  it('need no second confirmation in the same plan year', async () => {
    await open(fakeServer().reply(getGlobalSettings, settings(2027)));
    expect(screen.queryByText(/confirm them below/)).toBeNull();
    expect(screen.getByRole('checkbox', BOX)).toHaveProperty('disabled', true);
  });
});

describe('Names in calendar feeds', () => {
  it('can be enabled and disabled, and stay unchanged when untouched', async () => {
    const server = fakeServer().reply(getGlobalSettings, stored).reply(updateGlobalSettings, stored);
    const { onClose } = await open(server);
    const box = screen.getByRole('checkbox', { name: 'Clients’ names in calendar feeds' });
    expect(box).toHaveProperty('checked', false);
    await userEvent.click(box);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.calls(updateGlobalSettings)[0]?.body).toEqual({
      default_form_expiration_days: 3,
      has_calendar_names: true,
    });
  });
});

describe('Reminders to clients', () => {
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  const retype = async (name: string, text: string) => {
    await userEvent.clear(field(name));
    if (text) await userEvent.type(field(name), text);
  };

  it('are shown as stored, and changed ones are stored', async () => {
    const server = fakeServer().reply(getGlobalSettings, stored).reply(updateGlobalSettings, stored);
    const { onClose } = await open(server);
    const group = within(screen.getByRole('group', { name: 'Reminders to clients' }));
    group.getByText(
      'Before and after the due date: 3 days before, on the day, 3 days after, and 10 days after.',
    );
    expect(NUMBERS.map((name) => field(name).value)).toEqual(['2', '3', '4']);
    await retype('First after (days)', '5');
    await userEvent.click(screen.getByRole('switch', { name: /^Unpaid invoice reminders/ }));
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.calls(updateGlobalSettings)[0]?.body).toEqual({
      default_form_expiration_days: 3,
      reminders_first_days: 5,
      reminders_of_invoices: false,
    });
  });

  it.each([
    ['First after (days)', '31', 'First after (days) must be from 1 to 30'],
    ['Repeat every (days)', '0', 'Repeat every (days) must be from 1 to 30'],
    ['Maximum reminders', '11', 'Maximum reminders must be from 1 to 10'],
    ['Maximum reminders', '', 'Maximum reminders must be from 1 to 10'],
    ['Repeat every (days)', '1.5', 'Repeat every (days) must be from 1 to 30'],
  ])('have limits: %s of %j', async (name, typed, message) => {
    const server = fakeServer().reply(getGlobalSettings, stored);
    await open(server);
    await retype(name, typed);
    await save();
    screen.getByText(message);
    expect(document.activeElement).toBe(field(name));
    expect(server.calls(updateGlobalSettings)).toEqual([]);
  });

  it('are corrected at the field the server rejects, and then saved', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const fields = [{ path: 'reminders_most', message: 'is too often' }];
    const server = fakeServer()
      .reply(getGlobalSettings, stored)
      .replyError(updateGlobalSettings, 'validation_failed', 'No.', { fields });
    const { onClose } = await open(server);
    await userEvent.click(screen.getByRole('switch', { name: /^Form and signature reminders/ }));
    await save();
    await screen.findByText('is too often');
    server.reply(updateGlobalSettings, stored);
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.calls(updateGlobalSettings)[1]?.body).toMatchObject({ reminders_on: false });
  });

  it('are hidden where they could not be loaded, and stay unchanged', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = fakeServer()
      .replyError(getGlobalSettings, 'not_found', 'No.')
      .reply(updateGlobalSettings, stored);
    const { onClose } = await open(server);
    expect(screen.queryByText('Reminders to clients')).toBeNull();
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.calls(updateGlobalSettings)[0]?.body).toEqual({ default_form_expiration_days: 7 });
  });
});
