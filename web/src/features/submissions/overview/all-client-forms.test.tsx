import {
  getSubmission,
  listSubmissions,
  listTemplateSubmissions,
  readSubmission,
} from '@ledgerline/contract/submissions/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { fakeServer } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import {
  handlers,
  type AllFormsProps as Props,
  showAllForms as show,
  TEMPLATES,
} from '../testing/show-all-forms.tsx';
import { aSubmission } from '../testing/submissions.ts';
import { aCountedTemplate } from '../testing/templates.ts';
import type { AllFormsSearch } from './forms-overview.ts';

let server: FakeServer;

beforeEach(() => {
  signInAs();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const handler of Object.values(handlers)) handler.mockReset();
  server = fakeServer().reply(listSubmissions, { success: true, data: [], total: 0 });
});

describe('the forms grouped by folder', () => {
  it('show folders with counts, forms without one last, and each form’s submissions', async () => {
    await show({ view: 'folders' });
    const folders = screen.getAllByRole('region').map((folder) => folder.getAttribute('aria-label'));
    expect(folders).toEqual(['Onboarding', 'Ungrouped']);
    const ungrouped = screen.getByRole('region', { name: 'Ungrouped' });
    within(ungrouped).getByText('2 in progress · 1 completed · 3 total');
    within(ungrouped).getByText('Web Form');
    within(screen.getByRole('region', { name: 'Onboarding' })).getByText('BFA');
    await userEvent.click(screen.getByRole('button', { name: /^Onboarding/ }));
    expect(screen.queryByRole('button', { name: /^Get Form Link: Advisory/ })).toBeNull();
  });

  it('open a form’s submissions', async () => {
    const row = aSubmission({
      client_first_name: 'Maria',
      client_last_name: 'Alvarez',
      client_phone: '3055550123',
      date_of_birth: '1961-05-31',
    });
    server.reply(listTemplateSubmissions, { success: true, data: [row], sessionForms: [row] });
    await show({ view: 'folders' });
    await userEvent.click(screen.getByRole('button', { name: 'Personal Information' }));
    const link = await screen.findByRole('link', { name: 'Maria Alvarez' });
    expect(link.getAttribute('href')).toBe('/crm/clients/7/forms/3');
    const cells = within(screen.getByRole('table'))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells[2]).toMatch(/^\d\d$/);
    expect(cells[3]).toBe('(305) 555-0123');
    expect(cells[4]).toBe('Ready');
  });

  it('open a submission without a client in the Forms area', async () => {
    const row = aSubmission({ client_id: null });
    server.reply(listTemplateSubmissions, { success: true, data: [row], sessionForms: [row] });
    await show({ view: 'folders' });
    await userEvent.click(screen.getByRole('button', { name: 'Personal Information' }));
    const link = await screen.findByRole('link', { name: 'No client' });
    expect(link.getAttribute('href')).toBe('/crm/forms/submissions/3');
  });

  it('show an empty list where the submissions cannot be loaded', async () => {
    server.replyError(listTemplateSubmissions, 'not_allowed', 'No.');
    await show({ view: 'folders' });
    await userEvent.click(screen.getByRole('button', { name: 'Personal Information' }));
    await screen.findByText('No submissions found');
    screen.getByRole('button', { name: 'Try Again' });
  });

  it('pass Get Form Link, Edit Form Details and New Form to the page', async () => {
    await show({ view: 'folders' });
    await userEvent.click(screen.getByRole('button', { name: 'Get Form Link: Personal Information' }));
    await userEvent.click(screen.getByRole('button', { name: 'Edit Form Details: Advisory Agreement' }));
    await userEvent.click(screen.getByRole('button', { name: 'New Form' }));
    expect(handlers.onGetLink).toHaveBeenCalledWith(TEMPLATES[0]);
    expect(handlers.onEditDetails).toHaveBeenCalledWith(TEMPLATES[1]);
    expect(handlers.onNewGlobalForm).toHaveBeenCalledOnce();
  });

  it('show that there are no forms, or no matching ones', async () => {
    await show({ view: 'folders' }, { templates: [] });
    screen.getByText('No Global Forms Found');
    await show({ view: 'folders', q: 'nonsense' });
    screen.getByText('No forms found');
  });

  it('show an empty list with a retry when they cannot be loaded', async () => {
    await show({ view: 'folders' }, { templates: undefined, error: new Error('No.') });
    screen.getByText('No forms found');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(handlers.onRetry).toHaveBeenCalledOnce();
  });
});

describe('the card grid of forms', () => {
  it('is filtered by type and folder', async () => {
    await show({ view: 'forms' });
    const cards = () => within(screen.getByRole('list', { name: 'Forms' })).getAllByRole('listitem');
    expect(cards()).toHaveLength(2);
    screen.getByText('Uncategorized');
    screen.getByText('Onboarding');
    await userEvent.click(screen.getByRole('checkbox', { name: 'DocuSign' }));
    expect(cards()).toHaveLength(1);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Link' }));
    screen.getByText('No forms found');
  });
});

describe('archived forms', () => {
  const templates = [
    ...TEMPLATES,
    aCountedTemplate({ id: 3, form_name_agent: 'Old Form', archived_at: '2026-11-20T15:00:00.000Z' }),
  ];

  it('are listed on request only, and cannot be added', async () => {
    await show({ view: 'forms' }, { templates });
    expect(screen.queryByText('Old Form')).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Archived' }));
    expect(within(screen.getByRole('list', { name: 'Forms' })).getAllByRole('listitem')).toHaveLength(1);
    screen.getByText('Old Form');
    await userEvent.click(screen.getByRole('radio', { name: 'Submissions' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Form' }));
    await screen.findByRole('option', { name: 'Old Form (archived)' });
    await userEvent.click(screen.getAllByRole('button', { name: 'Add Form' })[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Form' }));
    await userEvent.type(dialog.getByRole('combobox', { name: 'Form' }), 'Old');
    await screen.findByText('No forms found');
  });
});

describe('the card grid of submissions', () => {
  it('requests what the filters select', async () => {
    server.reply(listSubmissions, { success: true, data: [aSubmission()], total: 1 });
    await show({
      view: 'submissions',
      layout: 'cards',
      q: 'maria',
      form: 1,
      status: 'new',
      type: 'Web Form',
      modified: '7',
    });
    const link = await screen.findByRole('link', { name: 'Personal Information' });
    expect(link.getAttribute('href')).toBe('/crm/clients/7/forms/3');
    expect(Object.fromEntries(server.calls(listSubmissions)[0]?.query ?? [])).toEqual({
      q: 'maria',
      form_id: '1',
      category: 'new',
      type: 'Web Form',
      modified: '7',
      page: '1',
      page_size: '24',
    });
  });

  it('searches after a pause in typing', async () => {
    await show({ view: 'submissions', layout: 'cards' });
    await screen.findByText('No submissions found');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search submissions' }), 'luis');
    await waitFor(() => expect(server.calls(listSubmissions).at(-1)?.query.get('q')).toBe('luis'));
    expect(server.calls(listSubmissions)).toHaveLength(2);
  });

  it('loads the next page on demand', async () => {
    const page = (from: number) =>
      Array.from({ length: 24 }, (_, at) => aSubmission({ id: from + at, title: `Form ${from + at}` }));
    server.reply(listSubmissions, ({ query }) => ({
      success: true as const,
      data: query.get('page') === '2' ? page(25).slice(0, 1) : page(1),
      total: 25,
    }));
    await show({ view: 'submissions', layout: 'cards' });
    await userEvent.click(await screen.findByRole('button', { name: 'Show More' }));
    await screen.findByRole('link', { name: 'Form 25' });
    expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull();
  });

  it('shows that the next page failed to load, next to the first', async () => {
    const rows = Array.from({ length: 24 }, (_, at) => aSubmission({ id: at + 1, title: `Form ${at + 1}` }));
    server.reply(listSubmissions, { success: true, data: rows, total: 25 });
    await show({ view: 'submissions', layout: 'cards' });
    const more = await screen.findByRole('button', { name: 'Show More' });
    server.replyError(listSubmissions, 'not_allowed', 'No.');
    await userEvent.click(more);
    await screen.findByText('They could not be loaded.');
    screen.getByRole('link', { name: 'Form 24' });
    server.reply(listSubmissions, { success: true, data: rows.slice(0, 3), total: 3 });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.queryByText('They could not be loaded.')).toBeNull());
  });

  it('shows nothing of the previous search while a failed one is retried', async () => {
    server.reply(listSubmissions, { success: true, data: [aSubmission({ title: 'Form of Mar' })], total: 1 });
    await show({ view: 'submissions', layout: 'cards' });
    await screen.findByRole('link', { name: 'Form of Mar' });
    server.replyError(listSubmissions, 'not_allowed', 'No.');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search submissions' }), 'xyz');
    await screen.findByText('They could not be loaded.');
    let answer = (_: Response) => undefined as unknown;
    server.respond(listSubmissions, () => new Promise((resolve) => (answer = resolve)));
    const callCount = server.calls(listSubmissions).length;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(server.calls(listSubmissions)).toHaveLength(callCount + 1));
    expect(screen.queryByRole('link', { name: 'Form of Mar' })).toBeNull();
    expect(document.activeElement?.textContent).toContain('Try Again');
    answer(Response.json({ success: true, data: [], total: 0 }));
    await screen.findByText('No submissions match your search and filters.');
  });

  it('is empty when it cannot be loaded', async () => {
    server.replyError(listSubmissions, 'not_allowed', 'No.');
    await show({ view: 'submissions', layout: 'cards' });
    await screen.findByText('No submissions found');
    screen.getByRole('button', { name: 'Try Again' });
  });

  it('opens a submission in its detail modal', async () => {
    server
      .reply(listSubmissions, { success: true, data: [aSubmission()], total: 1 })
      .reply(readSubmission, { success: true, read_at: '2026-11-20T15:00:00.000Z' })
      .reply(getSubmission, { success: true, data: aSubmission() });
    await show({ view: 'submissions', layout: 'cards' });
    await userEvent.click(await screen.findByRole('button', { name: /^Preview Personal Information/ }));
    await screen.findByRole('region', { name: 'Status' });
  });
});

describe('data needed in addition to the lists', () => {
  const error = new Error('No.');

  it.each<[string, AllFormsSearch, Partial<Props>]>([
    ['folders', { view: 'folders' }, { folders: undefined }],
    ['folders', { view: 'forms' }, { folders: undefined }],
    ['forms', { view: 'submissions' }, { templates: undefined }],
  ])('shows when it is missing: the %s, %j', async (what, search, missing) => {
    await show(search, { ...missing, error });
    const alert = (await screen.findByText(`The ${what} could not be loaded.`)).closest('[role="alert"]');
    await userEvent.click(within(alert as HTMLElement).getByRole('button', { name: 'Try Again' }));
    expect(handlers.onRetry).toHaveBeenCalledOnce();
  });

  it('does not show as missing while stale data is available', async () => {
    await show({ view: 'folders' }, { error });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows when it is missing in Add Form too', async () => {
    await show({ view: 'submissions' }, { templates: undefined, error });
    await userEvent.click(screen.getAllByRole('button', { name: 'Add Form' })[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Form' }));
    dialog.getByText('The forms could not be loaded.');
    await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }));
    expect(handlers.onRetry).toHaveBeenCalledOnce();
  });
});
