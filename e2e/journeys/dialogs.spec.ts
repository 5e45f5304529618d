import { expect, type Portal, test, unique } from '../fixtures.ts';
import { openSession, sessionPagePath, signingTemplate } from '../form-library.ts';
import { InvoiceForm, invoiceRow } from '../invoice-form.ts';
import { SigningScreen } from '../signing-screen.ts';
import { answer, expectTopmost, failAt, isNeverCovered } from '../topmost.ts';

async function invoiceOf(owner: Portal, title: string): Promise<{ id: number; reference: string }> {
  const family = unique('Covered');
  const customer_id = await owner.createClient({ client_first_name: 'Cora', client_last_name: family });
  const { id } = await owner.send('post', '/invoices', {
    title,
    customer_id,
    square_account: 'BFS',
    full_name: `Cora ${family}`,
    email: `${family}@example.com`,
    line_items: [{ description: 'Advice', quantity: 1, unit_price_cents: 5000 }],
  });
  // A draft has no number yet.
  return { id, reference: String(id) };
}

test('the message of a failed send, void, save or create is on top of the dialog that caused it', async ({
  portalPage: page,
  owner,
}) => {
  test.slow();
  const title = unique('Covered ');
  const { id, reference } = await invoiceOf(owner, title);
  await failAt(page, 'POST', /\/api\/invoices\/\d+\/send-square-email$/);
  await failAt(page, 'POST', /\/api\/invoices\/\d+\/void$/);
  await failAt(page, 'PUT', /\/api\/invoices\/\d+$/);
  await failAt(page, 'POST', /\/api\/invoices$/);
  await page.goto(`/crm/payments?q=${title}&invoice=${id}`);
  const details = page.getByRole('dialog', { name: /^Invoice \d+$/ });
  await expectTopmost(details);

  const actions = [
    {
      open: 'Send Invoice',
      dialog: 'Send Invoice',
      press: 'Send Invoice',
      message: 'Failed to Send Invoice',
    },
    { open: 'Void', dialog: 'Void Invoice', press: 'Yes, Void Invoice', message: 'Failed to Void Invoice' },
    {
      open: 'Edit Invoice',
      dialog: 'Edit Invoice',
      press: `Save ${reference}`,
      message: 'Failed to Save Invoice',
    },
  ];
  for (const { open, dialog: name, press, message } of actions) {
    await details.getByRole('button', { name: open, exact: true }).click();
    const dialog = page.getByRole('dialog', { name, exact: true });
    await expectTopmost(dialog);
    await dialog.getByRole('button', { name: press, exact: true }).click();
    await answer(page.getByRole('dialog', { name: message }), 'OK', dialog);
    // Fails again; Esc then closes only the message.
    await dialog.getByRole('button', { name: press, exact: true }).click();
    await expectTopmost(page.getByRole('dialog', { name: message }));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: message })).toHaveCount(0);
    await expectTopmost(dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expectTopmost(details);
  }
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await expect(invoiceRow(page, title)).toBeVisible();

  await page.getByRole('button', { name: 'New Invoice' }).first().click();
  const form = new InvoiceForm(page, 'New Invoice');
  await form.dialog.getByLabel('Title').fill(title);
  await form.chooseClient('Cora');
  await form.chooseAccount('BFS');
  await form.fillLines([{ description: 'Plan', quantity: '1', price: '10' }]);
  await form.submit('Create Invoice');
  await answer(page.getByRole('dialog', { name: 'Failed to Save Invoice' }), 'OK', form.dialog);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await answer(question, 'Keep editing', form.dialog);
  await page.keyboard.press('Control+k');
  await expectTopmost(page.getByRole('dialog', { name: /jump to/i }));
  await page.keyboard.press('Escape');
  await expectTopmost(form.dialog);
});

test('an editor that loads late does not steal the focus from the field that the keyboard reached', async ({
  portalPage: page,
  owner,
}) => {
  const id = await owner.createClient({ client_first_name: 'Lea', client_last_name: unique('Late') });
  const late = Promise.withResolvers<void>();
  await page.route(/rich-text-editor-panel/, async (route) => {
    await late.promise;
    await route.fallback();
  });
  await page.setViewportSize({ width: 1440, height: 520 });
  await page.goto(`/crm/clients/${id}`);
  await page.getByRole('button', { name: 'Edit: Notes' }).click();
  const dialog = page.getByRole('dialog');
  await expectTopmost(dialog);
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  late.resolve();
  await expect(dialog.getByRole('textbox').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await isNeverCovered(dialog);
});

for (const size of [
  { width: 1440, height: 520 },
  { width: 390, height: 640 },
]) {
  test(`the footer of a long dialog never covers the focused element, ${size.width} wide`, async ({
    portalPage: page,
    owner,
  }) => {
    test.slow();
    const id = await owner.createClient({ client_first_name: 'Fay', client_last_name: unique('Foot') });
    const title = unique('Foot');
    await owner.send('post', '/global-forms', {
      type: 'Link',
      form_name_agent: title,
      form_name_client: title,
      form_link_id: title,
      external_url: 'https://example.com/form',
    });
    await page.setViewportSize(size);
    await page.goto('/crm/payments');
    await page.getByRole('button', { name: 'New Invoice' }).first().click();
    const invoice = page.getByRole('dialog', { name: 'New Invoice' });
    await expectTopmost(invoice);
    await isNeverCovered(invoice);

    await page.goto(`/crm/clients/${id}`);
    await expect(page.getByRole('button', { name: 'Edit: Notes' })).toBeVisible();
    for (const card of await page.getByRole('button', { name: /^Edit: / }).all()) {
      await card.click();
      const dialog = page.getByRole('dialog');
      await expectTopmost(dialog);
      if ((await dialog.locator('form').count()) > 0) await isNeverCovered(dialog);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }

    await page.goto(`/crm/forms?view=templates&q=${title}`);
    await page.getByRole('button', { name: title, exact: true }).click();
    const template = page.getByRole('dialog', { name: 'Edit Form Details' });
    await expect(template.getByRole('button', { name: 'Save' })).toBeVisible();
    await isNeverCovered(template);
  });

  test(`the footer of a page never covers the focused element, ${size.width} wide`, async ({
    portalPage: page,
  }) => {
    test.slow();
    await page.setViewportSize(size);
    const screen = page.locator('body');
    await page.goto('/crm/imports');
    await page.getByLabel('Spreadsheet file').setInputFiles({
      name: 'book.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `First Name,Surname,E-Mail,Job,Birthday,City,State\r\nAnn,${unique('Foot')},no-email,Pilot,,Miami,FL\r\nBea,${unique('Foot')},,,,,`,
      ),
    });
    for (const { heading, onward } of [
      { heading: 'Match columns', onward: 'Continue' },
      { heading: 'Handle duplicates', onward: 'Check File' },
      { heading: 'Review the import', onward: null },
    ]) {
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await isNeverCovered(screen);
      // Tabbing may end on a list of columns, which stays open while it has the focus.
      await page.keyboard.press('Escape');
      if (onward) await page.getByRole('button', { name: onward }).click();
    }

    await page.goto('/forms/personal-info');
    await page.getByRole('button', { name: 'Continue' }).click();
    await isNeverCovered(screen);
  });

  test(`the footer of a client page never covers the focused element, ${size.width} wide`, async ({
    page,
    owner,
  }) => {
    test.slow();
    await page.setViewportSize(size);
    const screen = page.locator('body');
    const family = unique('Foot');
    const clientId = await owner.createClient({ client_first_name: 'Fay', client_last_name: family });
    const template = await signingTemplate(owner, 'HIPAA Authorization');
    const session = await openSession(owner, clientId, [template]);
    await page.goto(await sessionPagePath(owner, session.id));
    await page
      .getByRole('article', { name: template.form_name_client })
      .getByRole('button', { name: /^Sign/ })
      .click();
    await expect(page.getByRole('checkbox', { name: /I agree to use electronic records/ })).toBeVisible();
    await isNeverCovered(screen);
    const signing = new SigningScreen(page, 'en');
    await signing.consent();
    await page.getByRole('button', { name: /^(Start|Next)$/ }).click();
    await isNeverCovered(screen);

    const { id } = await owner.send('post', '/invoices', {
      title: family,
      customer_id: clientId,
      square_account: 'BFS',
      full_name: `Fay ${family}`,
      email: `${family}@example.com`,
      line_items: [{ description: 'Advice', quantity: 1, unit_price_cents: 5000 }],
    });
    const { payment_url } = await owner.send('post', `/invoices/${id}/generate-link`, {});
    await page.goto(payment_url);
    await page.getByRole('radio', { name: 'Only part of it is paid' }).check();
    await isNeverCovered(screen);
  });
}
