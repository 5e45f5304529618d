import { applyAnswers, listAnswerDifferences } from '@ledgerline/contract/submissions/differences/endpoints';
import { Notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { fakeServer, renderPart } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { AnswerDifferences } from './answer-differences.tsx';

const SUBMISSION = { id: 3, client_id: 7, is_completed: true };
const LAST_NAME = {
  field: 'client_last_name',
  label: 'Last name',
  client_value: 'Marin',
  form_value: 'Marín',
  is_secret: false,
};
const DOB = {
  field: 'dob',
  label: 'Date of birth',
  client_value: null,
  form_value: '1961-05-31',
  is_secret: false,
};
const SSN = {
  field: 'ssn',
  label: 'SSN',
  client_value: '•••-••-1111',
  form_value: '•••-••-9999',
  is_secret: true,
};

let server: FakeServer;

beforeEach(() => {
  signInAs();
  server = fakeServer().reply(listAnswerDifferences, { success: true, data: [LAST_NAME, DOB, SSN] });
});

function open(submission: Parameters<typeof AnswerDifferences>[0]['submission'] = SUBMISSION) {
  renderPart(
    <>
      <Notifications />
      <AnswerDifferences submission={submission} />
    </>,
  );
}

const button = () => screen.getByRole('button', { name: 'Update Client Record' });

describe('answers that differ from the client record', () => {
  it('are shown side by side, secrets masked, none selected', async () => {
    open();
    const row = (await screen.findByText('Date of birth')).closest('tr') as HTMLElement;
    within(row).getByText('—');
    within(row).getByText('05/31/1961');
    screen.getByText('•••-••-9999');
    for (const box of screen.getAllByRole('checkbox')) expect(box).toHaveProperty('checked', false);
    expect(button()).toHaveProperty('disabled', true);
  });

  it('are applied as selected, and applied ones disappear', async () => {
    server.reply(applyAnswers, {
      success: true,
      message: '1 client field updated.',
      taken: ['client_last_name'],
    });
    open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Last name' }));
    server.reply(listAnswerDifferences, { success: true, data: [DOB] });
    await userEvent.click(button());
    await screen.findByText('1 client field updated.');
    expect(server.calls(applyAnswers)[0]?.body).toEqual({ fields: ['client_last_name'] });
    await waitFor(() => expect(screen.queryByText('Last name')).toBeNull());
    screen.getByText('Date of birth');
  });

  it('can all be selected at once', async () => {
    server.reply(applyAnswers, { success: true, message: 'Done.', taken: [] });
    open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'All fields' }));
    await userEvent.click(button());
    await waitFor(() =>
      expect(server.calls(applyAnswers)[0]?.body).toEqual({ fields: ['client_last_name', 'dob', 'ssn'] }),
    );
  });

  it('stay selected when applying fails, with the reason', async () => {
    server.replyError(applyAnswers, 'conflict', 'The value was changed by someone else.');
    open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'SSN' }));
    await userEvent.click(button());
    await screen.findByText('The client record could not be updated');
    expect(screen.getByRole('checkbox', { name: 'SSN' })).toHaveProperty('checked', true);
  });

  it('show an error with a retry when they cannot be compared', async () => {
    server.replyError(listAnswerDifferences, 'not_allowed', 'No.');
    open();
    await screen.findByText('The form could not be compared with the client record');
    server.reply(listAnswerDifferences, { success: true, data: [DOB] });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Date of birth');
  });

  it.each([[{ ...SUBMISSION, is_completed: false }], [{ ...SUBMISSION, client_id: null }]])(
    'are not requested for %j',
    async (submission) => {
      open(submission);
      await Promise.resolve();
      expect(server.calls(listAnswerDifferences)).toEqual([]);
      expect(screen.queryByText('New answers')).toBeNull();
    },
  );
});
