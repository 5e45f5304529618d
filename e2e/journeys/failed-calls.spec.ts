import { button, FailingCalls, failOneByOne, leave, opened } from '../failing-calls.ts';
import { type Portal, test, unique } from '../fixtures.ts';
import { openSession, signingTemplate, webFormTemplate } from '../form-library.ts';
import { expectTopmost } from '../topmost.ts';

async function personWith(owner: Portal): Promise<{ id: number; family: string }> {
  const family = unique('Rejected');
  const id = await owner.createClient({
    client_first_name: 'Rae',
    client_last_name: family,
    primary_email: `${family}@example.com`,
  });
  return { id, family };
}

test('errors of failed calls in the client dialogs are shown on top of them', async ({
  portalPage: page,
  owner,
}) => {
  test.slow();
  const { id } = await personWith(owner);
  await owner.send('put', `/clients/${id}`, { occupation: 'Pilot' });
  await owner.upload(`/upload/${id}`, {
    documents: { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Rae') },
  });
  const form = await webFormTemplate(owner, 'personal-info');
  await page.goto('/crm/clients');
  await failOneByOne(page, page, [
    {
      dialog: 'Add Client',
      open: button('Add Client'),
      fill: async (dialog) => {
        await dialog.getByLabel('First name').fill('Rae');
        await dialog.getByLabel('Last name').fill('Rejected');
        await dialog.getByLabel('Date of birth').fill('03/07/1961');
      },
      press: 'Save',
      message: 'Failed to save client data. Please try again.',
      where: 'inside',
    },
  ]);
  await page.goto(`/crm/clients/${(await personWith(owner)).id}`);
  await failOneByOne(page, page, [
    {
      dialog: 'Delete Client',
      open: button('Delete Client'),
      press: 'Delete Client',
      message: 'Failed to delete client. Please try again.',
      where: 'inside',
    },
  ]);
  await page.goto(`/crm/clients/${id}`);
  await failOneByOne(page, page, [
    {
      dialog: /Name & DOB/,
      open: button('Edit: Name & DOB'),
      fill: (dialog) => dialog.getByLabel('First name').fill('Ray'),
      press: 'Save',
      message: 'Not saved. What you typed is still here.',
      where: 'inside',
    },
    {
      dialog: 'Delete Client',
      open: button('Delete Client'),
      press: 'Make Inactive Instead',
      message: 'Failed to make client inactive. Please try again.',
      where: 'inside',
    },
    {
      dialog: 'Start New Session',
      open: button('Start New Session'),
      fill: async (dialog) => {
        await dialog.getByPlaceholder('Search forms').fill(form.form_name_agent);
        await dialog.getByRole('checkbox', { name: form.form_name_agent, exact: true }).check();
      },
      press: 'Start Session',
      message: 'Failed to create session.',
      where: 'inside',
    },
    {
      dialog: 'Upload Documents',
      open: button('Upload Documents'),
      fill: (dialog) =>
        dialog
          .locator('input[type=file]')
          .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Note') }),
      press: 'Upload',
      message: /Upload failed\./,
      where: 'inside',
      again: 'Try Again',
    },
    {
      dialog: 'letter.txt',
      open: button(/^letter\.txt/),
      fill: (dialog) => dialog.getByRole('textbox', { name: 'Notes' }).fill('Read'),
      press: 'Save',
      message: 'The document was not saved. Please try again.',
      where: 'inside',
    },
  ]);
  const document = await opened(page, 'letter.txt', button(/^letter\.txt/));
  await failOneByOne(page, document, [
    {
      dialog: 'Delete letter.txt?',
      open: button('Delete'),
      press: 'Delete',
      message: 'Failed to delete document. Please try again.',
      where: 'inside',
    },
  ]);
  await leave(page, document);
  const history = await opened(page, 'History', button('History'));
  await failOneByOne(page, history, [
    {
      dialog: 'Restore Value',
      open: button('Restore Occupation'),
      press: 'Restore',
      message: 'This call fails in a test.',
      where: 'toast',
    },
  ]);
  await expectTopmost(history);
});

test('errors of failed calls in the dialogs of a session and its forms are shown on top of them', async ({
  portalPage: page,
  owner,
}) => {
  test.slow();
  const { id: clientId } = await personWith(owner);
  const agreement = await signingTemplate(owner, 'HIPAA Authorization');
  const form = await webFormTemplate(owner, 'personal-info');
  const session = await openSession(owner, clientId, [agreement]);
  await owner.send('post', '/secure-access/client-new', {
    formId: agreement.id,
    clientId,
    sessionFormId: session.formIds[0],
  });
  await owner.send('post', '/secure-access/mail', {
    session_id: session.id,
    to_address: `${unique('rae')}@example.com`,
  });
  await page.goto(`/crm/clients/${clientId}/sessions/${session.id}`);
  await failOneByOne(page, page, [
    {
      dialog: 'Stop the reminders?',
      open: button('Stop'),
      press: 'Stop Reminders',
      message: 'The reminders were not stopped. This call fails in a test.',
      where: 'inside',
    },
    {
      dialog: 'Session passcode',
      open: button('Set a Passcode'),
      fill: (dialog) => dialog.getByLabel('New passcode').fill('4711'),
      press: 'Save',
      message: 'The passcode was not saved',
      where: 'inside',
    },
    {
      dialog: 'Add Forms',
      open: button('Add Forms'),
      fill: async (dialog) => {
        await dialog.getByPlaceholder('Search forms').fill(form.form_name_agent);
        await dialog.getByRole('checkbox', { name: form.form_name_agent, exact: true }).check();
      },
      press: 'Add 1 to Session',
      message: /^Cannot create duplicate form/,
      where: 'inside',
    },
    {
      dialog: 'Delete session?',
      open: button('Delete Session'),
      press: 'Delete Session',
      message: 'Could not delete session. Check console for details.',
      where: 'inside',
    },
  ]);
  const detail = await opened(
    page,
    agreement.form_name_agent,
    button(new RegExp(`\\d\\. ${agreement.form_name_agent}$`)),
  );
  await failOneByOne(page, detail, [
    {
      dialog: 'Void Envelope',
      open: button('Void'),
      press: 'Void Envelope',
      message: /void/i,
      where: 'inside',
    },
    {
      dialog: 'Unlink from Session',
      open: button('Unlink from Session'),
      press: 'Unlink',
      message: /unlink/i,
      where: 'inside',
    },
    {
      dialog: 'Delete form',
      open: button('Delete'),
      press: 'Delete',
      message: 'Failed to delete form. Please try again.',
      where: 'inside',
    },
    {
      dialog: 'Get Form Link',
      open: button('Get Form Link'),
      fill: (dialog) => dialog.getByRole('button', { name: 'Email Link' }).click(),
      press: 'Send',
      message: 'This call fails in a test.',
      where: 'inside',
    },
  ]);
  await detail.getByLabel('Title').fill('Another');
  const calls = new FailingCalls(page);
  await calls.watch();
  for (const { press, message } of [
    { press: 'Save', message: 'Failed to update form. Please try again.' },
    { press: 'Re-sync', message: 'Could not resync envelope. Check the backend or envelope ID.' },
  ])
    await calls.expectMessageOver(detail, { press, message, where: 'inside' });
});
