import {
  type AnswerDifference,
  applyAnswers,
  listAnswerDifferences,
  updateAnswerDifferences,
} from '@ledgerline/contract/submissions/differences/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { fakeServer, renderPart } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { aSubmission, DIFFERENT_NAME } from '../testing/submissions.ts';
import { AnswerDifferences } from './answer-differences.tsx';

const PENDING = { is_completed: true, read_at: '2026-11-20T15:00:00.000Z', has_pending_answers: true };

function difference(fields: Pick<AnswerDifference, 'field' | 'label'> & Partial<AnswerDifference>) {
  return { client_value: null, form_value: null, is_secret: false, together: null, ...fields };
}
const LAST_NAME = DIFFERENT_NAME;
const DOB = difference({ field: 'dob', label: 'Date of birth', form_value: '1961-05-31' });
const SSN = difference({
  field: 'ssn',
  label: 'SSN',
  client_value: '•••-••-1111',
  form_value: '•••-••-9999',
  is_secret: true,
});
const PERSON = { label: 'Beneficiary', together: 'ben1' };
const BEN_NAME = difference({ ...PERSON, field: 'ben1_name', client_value: 'Pedro', form_value: 'Luis' });
const BEN_PCT = difference({ ...PERSON, field: 'ben1_pct', label: 'Share', form_value: 50 });

let server: FakeServer;

beforeEach(() => {
  signInAs();
  server = fakeServer().reply(listAnswerDifferences, { success: true, data: [LAST_NAME, DOB, SSN] });
});

function open(submission: Partial<Submission> = {}) {
  renderPart(
    <>
      <Notifications />
      <AnswerDifferences submission={aSubmission({ ...PENDING, ...submission })} />
    </>,
  );
}

const button = () => screen.getByRole('button', { name: 'Update Client Record' });
const box = (name: string) => screen.getByRole('checkbox', { name });
const tick = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name }));
const sent = () => server.calls(applyAnswers).map(({ body }) => body);
const seen = (...all: AnswerDifference[]) =>
  all.map(({ field, client_value, form_value }) => ({ field, client_value, form_value }));

describe('answers that differ from the client record', () => {
  it('are shown side by side, secrets masked, those for empty fields selected', async () => {
    open();
    const row = (await screen.findByText('Date of birth')).closest('tr') as HTMLElement;
    within(row).getByText('—');
    within(row).getByText('05/31/1961');
    screen.getByText('•••-••-9999');
    expect(box('Date of birth')).toHaveProperty('checked', true);
    for (const name of ['Last name', 'SSN']) expect(box(name)).toHaveProperty('checked', false);
    expect(button()).toHaveProperty('disabled', false);
  });

  it('are applied as selected and compared, and applied ones disappear', async () => {
    server.reply(applyAnswers, { success: true, message: '2 client fields updated.', taken: [] });
    open();
    await tick('Last name');
    server.reply(listAnswerDifferences, { success: true, data: [SSN] });
    await userEvent.click(button());
    await screen.findByText('2 client fields updated.');
    expect(sent()).toEqual([
      { client_id: 7, fields: ['client_last_name', 'dob'], compared: seen(LAST_NAME, DOB, SSN) },
    ]);
    await waitFor(() => expect(screen.queryByText('Last name')).toBeNull());
    screen.getByText('SSN');
  });

  it('can all be selected at once', async () => {
    server.reply(applyAnswers, { success: true, message: 'Done.', taken: [] });
    open();
    await tick('All fields');
    await userEvent.click(button());
    await waitFor(() => expect(sent()).toMatchObject([{ fields: ['client_last_name', 'dob', 'ssn'] }]));
  });

  it('of one person are selected and cleared together, and not preselected', async () => {
    server.reply(listAnswerDifferences, { success: true, data: [BEN_NAME, BEN_PCT] });
    open();
    const boxes = async () => [await screen.findByRole('checkbox', { name: 'Beneficiary' }), box('Share')];
    const states = async () => (await boxes()).map((one) => (one as HTMLInputElement).checked);
    expect(await states()).toEqual([false, false]);
    await tick('Share');
    expect(await states()).toEqual([true, true]);
    await tick('Beneficiary');
    expect(await states()).toEqual([false, false]);
  });

  it('stay selected when applying fails, with the reason', async () => {
    server.replyError(applyAnswers, 'validation_failed', 'SSN must have nine digits.');
    open();
    await tick('SSN');
    await userEvent.click(button());
    await screen.findByText('The client record could not be updated');
    screen.getByText('SSN must have nine digits.');
    expect(box('SSN')).toHaveProperty('checked', true);
  });

  it('have to be selected again after the form was linked to another client', async () => {
    server.replyError(applyAnswers, 'conflict', 'This form was linked to another client.');
    open();
    await tick('SSN');
    await userEvent.click(button());
    await screen.findByText('This form was linked to another client.');
    await waitFor(() => expect(box('SSN')).toHaveProperty('checked', false));
    expect(server.calls(listAnswerDifferences).length).toBeGreaterThan(1);
  });

  it('show an error with a retry when they cannot be compared', async () => {
    server.replyError(listAnswerDifferences, 'not_allowed', 'No.');
    open();
    await screen.findByText('The form could not be compared with the client record');
    server.reply(listAnswerDifferences, { success: true, data: [DOB] });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Date of birth');
  });

  it.each([{ is_completed: false }, { client_id: null }])('are not requested for %j', async (submission) => {
    open(submission);
    await Promise.resolve();
    expect(server.calls(listAnswerDifferences)).toEqual([]);
    expect(screen.queryByText('New answers')).toBeNull();
  });
});

describe('a field that was changed by someone else', () => {
  const CORRECTED = { ...LAST_NAME, client_value: 'Marin-Lopez' };
  const cell = (field: string, theirs: string) => ({
    id: 7,
    row: null,
    field,
    message: 'was changed by someone else',
    theirs,
  });

  async function conflict(cells: ReturnType<typeof cell>[], latest: AnswerDifference[]) {
    server.replyError(applyAnswers, 'conflict', 'client_last_name was changed by someone else', { cells });
    open();
    await tick('Last name');
    server.reply(listAnswerDifferences, { success: true, data: latest });
    await userEvent.click(button());
    const dialog = within(await screen.findByRole('dialog'));
    server.reply(applyAnswers, { success: true, message: 'Done.', taken: [] });
    return dialog;
  }

  it('names an incomplete number, which is confirmed in the client record', async () => {
    server.replyError(applyAnswers, 'unconfirmed_number', 'A number is incomplete. Save it anyway?', {
      cells: [{ id: 7, row: null, field: 'ssn', message: 'has 5 digits instead of 9' }],
    });
    open();
    await tick('SSN');
    await userEvent.click(button());
    await screen.findByText('SSN has 5 digits instead of 9. Enter the number in the client record instead.');
  });

  it('is replaced only when the agent keeps their own value', async () => {
    const dialog = await conflict([cell('client_last_name', 'Marin-Lopez')], [CORRECTED, DOB, SSN]);
    dialog.getByText('This field was changed by someone else');
    dialog.getByRole('radio', { name: 'Marín' });
    dialog.getByRole('radio', { name: 'Marin-Lopez' });
    await userEvent.click(dialog.getByRole('button', { name: 'Keep Mine' }));
    await screen.findByText('Done.');
    expect(sent()[1]).toMatchObject({ fields: ['client_last_name', 'dob'] });
    expect(sent()[1]).toMatchObject({ compared: expect.arrayContaining(seen(CORRECTED, DOB, SSN)) });
  });

  it('stays undecided when the agent goes back, with the selection, and is reported again', async () => {
    const dialog = await conflict([cell('client_last_name', 'Marin-Lopez')], [CORRECTED, DOB, SSN]);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toHaveLength(1);
    expect(screen.getByRole('checkbox', { name: 'Last name' })).toHaveProperty('checked', true);
    await userEvent.click(button());
    await screen.findByText('Done.');
    expect(sent()[1]).toMatchObject({ compared: expect.arrayContaining(seen(LAST_NAME)) });
  });

  it('stays when the agent keeps theirs, and the others are applied', async () => {
    const dialog = await conflict([cell('client_last_name', 'Marin-Lopez')], [CORRECTED, DOB, SSN]);
    await userEvent.click(dialog.getByRole('button', { name: 'Keep Theirs' }));
    await screen.findByText('Done.');
    expect(sent()[1]).toMatchObject({ fields: ['dob'] });
  });

  it('keeps the other values of the same person as well', async () => {
    server.reply(listAnswerDifferences, { success: true, data: [LAST_NAME, BEN_NAME, BEN_PCT] });
    const number = difference({ ...PERSON, field: 'ben1_ssn', client_value: '•••-••-1111', is_secret: true });
    server.replyError(applyAnswers, 'conflict', 'ben1_ssn was changed', {
      cells: [cell('ben1_ssn', '•••-••-1111')],
    });
    open();
    await tick('All fields');
    server.reply(listAnswerDifferences, { success: true, data: [LAST_NAME, BEN_NAME, number, BEN_PCT] });
    await userEvent.click(button());
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByRole('radio', { name: '•••-••-1111' });
    server.reply(applyAnswers, { success: true, message: 'Done.', taken: [] });
    await userEvent.click(dialog.getByRole('button', { name: 'Keep Theirs' }));
    await screen.findByText('Done.');
    expect(sent()[1]).toMatchObject({ fields: ['client_last_name'] });
  });

  it('is reported even if the table already shows the change', async () => {
    server.reply(updateAnswerDifferences, { success: true, message: 'Marked as not needed.' });
    server.reply(applyAnswers, { success: true, message: 'Done.', taken: [] });
    open();
    await tick('Last name');
    server.reply(listAnswerDifferences, { success: true, data: [CORRECTED, DOB, SSN] });
    // Refetches the table.
    await userEvent.click(screen.getByRole('button', { name: 'Not Needed' }));
    await screen.findByText('Marin-Lopez');
    await userEvent.click(button());
    await screen.findByText('Done.');
    expect(sent()).toMatchObject([{ compared: expect.arrayContaining(seen(LAST_NAME)) }]);
  });

  it('shows a secret as masks', async () => {
    const changed = { ...SSN, client_value: '•••-••-2222' };
    server.replyError(applyAnswers, 'conflict', 'ssn was changed', { cells: [cell('ssn', '•••-••-2222')] });
    open();
    await tick('SSN');
    server.reply(listAnswerDifferences, { success: true, data: [changed] });
    await userEvent.click(button());
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByRole('radio', { name: '•••-••-9999' });
    dialog.getByRole('radio', { name: '•••-••-2222' });
  });
});

describe('answers that are not needed', () => {
  it('are dismissed, which can be undone', async () => {
    server.reply(updateAnswerDifferences, { success: true, message: 'Marked as not needed.' });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Not Needed' }));
    await screen.findByText('The answers were marked as not needed.');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(server.calls(updateAnswerDifferences).map(({ body }) => body)).toEqual([
        { client_id: 7, is_dismissed: true },
        { client_id: 7, is_dismissed: false },
      ]),
    );
  });

  it('say why they could not be dismissed', async () => {
    server.replyError(updateAnswerDifferences, 'conflict', 'This form was linked to another client.');
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Not Needed' }));
    await screen.findByText('This form was linked to another client.');
  });
});

describe('once an agent has decided', () => {
  it('the remaining differences are one line that opens', async () => {
    open({ has_pending_answers: false });
    await screen.findByText('3 answers differ from the client record.');
    expect(screen.queryByRole('checkbox')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
    await screen.findByText('Last name');
    expect(screen.queryByRole('button', { name: 'Not Needed' })).toBeNull();
  });

  it('a single one is counted', async () => {
    server.reply(listAnswerDifferences, { success: true, data: [SSN] });
    open({ has_pending_answers: false });
    await screen.findByText('1 answer differs from the client record.');
  });

  it('an unread form still needs a decision', async () => {
    open({ has_pending_answers: false, read_at: null });
    await screen.findByRole('button', { name: 'Not Needed' });
  });
});
