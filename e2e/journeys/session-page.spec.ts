import { expect, type Portal, test, unique } from '../fixtures.ts';
import { openSession, signingTemplate, webFormTemplate } from '../form-library.ts';
import { expectMessage } from '../notifications.ts';

async function clientOf(owner: Portal): Promise<number> {
  return owner.createClient({ client_first_name: 'Sara', client_last_name: unique('Session') });
}

test('a session saves notes and adds another form only once', async ({ portalPage: page, owner }) => {
  const clientId = await clientOf(owner);
  const form = await webFormTemplate(owner, 'personal-info');
  const agreement = await signingTemplate(owner, 'HIPAA Authorization');
  const { id } = await openSession(owner, clientId, [form]);
  await page.goto(`/crm/clients/${clientId}/sessions/${id}`);
  const name = agreement.form_name_agent;

  await page.getByRole('button', { name: 'Edit: Agent Notes' }).click();
  const notes = page.getByRole('region', { name: 'Agent Notes' });
  await notes.getByRole('textbox', { name: 'Notes' }).fill('Calls in the evening');
  await notes.getByRole('button', { name: 'Save' }).click();
  await expectMessage(page, 'Notes saved.');
  await expect(notes.getByText('Calls in the evening')).toBeVisible();

  const forms = page.getByRole('region', { name: 'Forms & Documents' });
  await forms.getByRole('button', { name: 'Add Forms' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Forms' });
  await dialog.getByRole('button', { name: 'Add to Session' }).click();
  await expect(dialog.getByText('Please select at least one form')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: form.form_name_agent, exact: true })).toHaveCount(0);
  await dialog.getByPlaceholder('Search forms').fill(name);
  await dialog.getByRole('checkbox', { name, exact: true }).check();
  await dialog.getByRole('button', { name: 'Custom Form' }).click();
  await dialog.getByText('Link', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add Custom Form' }).click();
  await expect(dialog.getByText('Please enter a title')).toBeVisible();
  await dialog.getByLabel('Title').fill('Carrier portal');
  await dialog.getByLabel('Web address').fill('https://example.com/enroll');
  await dialog.getByRole('button', { name: 'Add Custom Form' }).click();
  // Another agent has just added the same form.
  await owner.send('post', '/sessionforms', { session_id: id, form_id: agreement.id });
  await dialog.getByRole('button', { name: 'Add 2 to Session' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Cannot create duplicate form');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('dialog', { name: 'Discard changes?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect(forms.getByRole('listitem')).toHaveCount(3);
  await expect(forms.getByRole('listitem').filter({ hasText: 'Carrier portal' })).toHaveCount(1);
  await expect(forms.getByRole('listitem').filter({ hasText: name })).toHaveCount(1);
});

test('a voided form moves into its group; a deleted session leaves its forms with the client', async ({
  portalPage: page,
  owner,
}) => {
  const clientId = await clientOf(owner);
  const form = await webFormTemplate(owner, 'personal-info');
  const agreement = await signingTemplate(owner, 'HIPAA Authorization');
  const { id, formIds } = await openSession(owner, clientId, [form, agreement]);
  const name = agreement.form_name_agent;
  // Only an envelope that was sent can be voided.
  const link = await owner.send('post', '/secure-access/client-new', {
    formId: agreement.id,
    clientId,
    sessionFormId: formIds[1],
  });
  await page.goto(new URL(link.data.formUrl).pathname);
  await expect(page.getByRole('heading', { name })).toBeVisible();

  await page.goto(`/crm/clients/${clientId}/sessions/${id}`);
  const forms = page.getByRole('region', { name: 'Forms & Documents' });
  await forms.getByRole('button', { name: new RegExp(`\\d\\. ${name}$`) }).click();
  // The link dialog is on top of the form dialog; Esc closes one at a time.
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Get Form Link' }).click();
  const linkDialog = page.getByRole('dialog', { name: 'Get Form Link' });
  await linkDialog.getByRole('textbox', { name: 'Link address' }).click();
  await page.keyboard.press('Escape');
  await expect(linkDialog).toHaveCount(0);
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Void', exact: true }).click();
  const voiding = page.getByRole('dialog', { name: 'Void Envelope' });
  await voiding.getByLabel('Reason').fill('Wrong carrier');
  await voiding.getByRole('button', { name: 'Void Envelope' }).click();
  await expectMessage(page, 'Envelope voided.');
  await expect(voiding).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const voided = forms.getByRole('region', { name: 'Voided Forms' });
  await expect(voided.getByRole('listitem')).toHaveText([new RegExp(name)]);
  await expect(forms.getByRole('button', { name: `Get Form Link: ${name}` })).toHaveCount(0);

  await page.getByRole('button', { name: 'Delete Session' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete session?' });
  await expect(confirmation.getByRole('checkbox')).not.toBeChecked();
  await confirmation.getByRole('button', { name: 'Delete Session' }).click();
  await expect(page).toHaveURL(new RegExp(`/crm/clients/${clientId}$`));
  await expectMessage(page, '“Annual review” was deleted.');
  await expect(page.getByRole('region', { name: 'Sessions' }).getByText('No sessions yet.')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Forms', exact: true }).getByText(form.form_name_agent),
  ).toBeVisible();
  await page.goto(`/crm/clients/${clientId}/sessions/${id}`);
  await expect(page.getByText('Session not found or has been deleted.')).toBeVisible();
});
