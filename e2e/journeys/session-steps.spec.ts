import { expect, type Portal, test, unique } from '../fixtures.ts';
import { openSession, sessionPagePath, signingTemplate, webFormTemplate } from '../form-library.ts';
import { openPhone } from '../open-phone.ts';
import { SigningScreen } from '../signing-screen.ts';
import { FormFiller } from '../web-form.ts';

async function publishInvoice(owner: Portal, clientId: number, session_id: number): Promise<void> {
  const line = { description: 'Plan review', quantity: 1, unit_price_cents: 261_669 };
  const { id } = await owner.send('post', '/invoices', {
    title: 'Annual review',
    customer_id: clientId,
    session_id,
    square_account: 'BFS',
    is_tax_enabled: false,
    email: 'sara@example.com',
    line_items: [line],
  });
  await owner.send('post', `/invoices/${id}/generate-link`);
}

test('a client is led from the form to the signature to the payment, and leaves when nothing is left', async ({
  owner,
  browser,
}) => {
  test.slow();
  const clientId = await owner.createClient({
    client_first_name: 'Sara',
    client_last_name: unique('Steps'),
    dob: '1980-04-02',
  });
  const form = await webFormTemplate(owner, 'personal-info');
  const agreement = await signingTemplate(owner, 'HIPAA Authorization');
  const { id } = await openSession(owner, clientId, [form, agreement]);
  await publishInvoice(owner, clientId, id);
  const phone = await openPhone(browser);
  await phone.goto(await sessionPagePath(owner, id));
  await phone.getByRole('button', { name: /^Fill in/ }).tap();
  const filler = new FormFiller(phone, 'en');
  for (const step of filler.steps) {
    await filler.fillStep(step);
    await filler.continueForm();
  }
  await phone.getByRole('button', { name: 'Send my answers' }).tap();

  await expect(phone.getByText('1 of 2 left to do')).toBeVisible();
  await expect(phone.getByText(/close this page/)).toHaveCount(0);
  await phone.getByRole('button', { name: `Next: sign ${agreement.form_name_agent}` }).tap();
  const screen = new SigningScreen(phone, 'en');
  await screen.consent();
  await screen.walk(phone, { 'Claims and billing': true, 'This authorization is valid for': '12 months' });
  await screen.finish();

  await expect(phone.getByText('Your signature has been received.')).toBeVisible();
  await expect(phone.getByText('$2,616.69 is due.')).toBeVisible();
  await phone.getByRole('link', { name: 'Pay $2,616.69' }).tap();
  await phone.getByRole('button', { name: /^Pay/ }).tap();

  await expect(phone.getByText('Everything is done. Thank you!')).toBeVisible();
  await expect(phone.getByText('You can close this page.')).toBeVisible();
  await phone.context().close();
});

test('a phone and a laptop fill in the same form, and each shows the newest answers', async ({
  page: laptop,
  owner,
  browser,
}) => {
  const clientId = await owner.createClient({
    client_first_name: 'Sara',
    client_last_name: unique('Devices'),
  });
  const { data } = await owner.send('post', '/secure-access/client-new', {
    formId: 'personal-info',
    clientId,
  });
  const path = new URL(data.formUrl).pathname;
  const phone = await openPhone(browser);
  await phone.goto(path);
  await expect(phone.getByLabel('Middle name')).toBeVisible();

  await laptop.goto(path);
  const filler = new FormFiller(laptop, 'en');
  for (const step of filler.steps.slice(0, 2)) {
    await filler.fillStep(step);
    await filler.continueForm();
  }
  await expect(laptop.getByText(/Your answers are saved\./)).toBeVisible();

  await phone.getByLabel('Middle name').fill('Isabel');
  await phone.getByLabel('Middle name').focus();
  await phone.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(phone.getByText(/^Some answers were changed on another device/)).toBeVisible();
  await expect(phone.getByLabel('First name')).toHaveValue('Rosa');
  await expect(phone.getByLabel('Middle name')).toBeFocused();

  await laptop.reload();
  await laptop.getByRole('button', { name: 'Back' }).click();
  await laptop.getByRole('button', { name: 'Back' }).click();
  await expect(laptop.getByLabel('Middle name')).toHaveValue('Isabel');
  await expect(laptop.getByLabel('First name')).toHaveValue('Rosa');
  await phone.context().close();
});
