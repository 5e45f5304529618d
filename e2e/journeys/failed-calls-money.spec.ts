import { calendarDay } from '../../server/src/platform/clock.ts';
import { button, FailingCalls, failOneByOne, leave } from '../failing-calls.ts';
import { expect, type Portal, test, unique } from '../fixtures.ts';
import { expectTopmost } from '../topmost.ts';

const ERROR_MESSAGE = 'This call fails in a test.';

/** An invoice of $50 without a payment link, of which $20 are paid. */
async function partlyPaid(owner: Portal): Promise<number> {
  const title = unique('Rejected');
  const customer_id = await owner.createClient({ client_first_name: 'Rae', client_last_name: title });
  const { id } = await owner.send('post', '/invoices', {
    title,
    customer_id,
    square_account: 'BFS',
    full_name: `Rae ${title}`,
    email: `${title}@example.com`,
    line_items: [{ description: 'Advice', quantity: 1, unit_price_cents: 5000 }],
  });
  await owner.send('post', `/invoices/${id}/payments`, {
    amount_cents: 2000,
    payment_method: 'check',
    paid_on: calendarDay(new Date(), 'America/New_York'),
  });
  return id;
}

test('the invoice shows the error of a failed refund, repeated payment or payment link', async ({
  portalPage: page,
  owner,
}) => {
  test.slow();
  await page.goto(`/crm/payments?invoice=${await partlyPaid(owner)}`);
  const details = page.getByRole('dialog', { name: /^Invoice INV-/ });
  await expectTopmost(details);
  await failOneByOne(page, details, [
    {
      dialog: /^Invoice INV-/,
      open: button(/^Refund \$20/),
      fill: (dialog) => dialog.getByRole('radio', { name: /^Refund/ }).check(),
      press: 'Record Refund',
      message: `The refund was not recorded. ${ERROR_MESSAGE}`,
      where: 'inside',
      stays: true,
    },
  ]);
  await button('Cancel')(details);
  await button('Record Payment')(details);
  await details.getByLabel('Amount').fill('20');
  await button('Record Payment')(details);
  const repeat = page.getByRole('dialog', { name: 'Record it again?' });
  await expectTopmost(repeat);
  const calls = new FailingCalls(page);
  await calls.watch();
  await calls.expectMessageAtOnce(details, () => button('Record Again')(repeat), {
    press: 'Record Payment',
    message: `The payment was not recorded. ${ERROR_MESSAGE}`,
    where: 'inside',
  });
  await expect(repeat).toHaveCount(0);
  await button('Cancel')(details);

  const failed = page.getByRole('dialog', { name: 'Error Generating Link' });
  await calls.expectMessageAtOnce(failed, () => button('Generate Payment Link')(details), {
    press: 'Close',
    message: ERROR_MESSAGE,
    where: 'inside',
  });
  await calls.end();
  await leave(page, failed);
  await expectTopmost(details);
});

test('a failure to discard or revert an import is shown in the confirmation', async ({
  portalPage: page,
}) => {
  test.slow();
  await page.goto('/crm/imports');
  await page.getByLabel('Spreadsheet file').setInputFiles({
    name: 'book.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`First name,Last name\r\nAnn,${unique('Rejected')}`),
  });
  await failOneByOne(page, page, [
    {
      dialog: 'Discard this import?',
      open: button('Discard'),
      press: 'Discard',
      message: ERROR_MESSAGE,
      where: 'inside',
    },
  ]);
  await button('Continue')(page);
  await button('Check File')(page);
  await button('Import 1 row')(page);
  const question = page.getByRole('dialog', { name: 'Import “book.csv”?' });
  await button('Import 1 row')(question);
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible();
  await failOneByOne(page, page, [
    {
      dialog: 'Revert this import?',
      open: button('Revert Import'),
      press: 'Revert Import',
      message: ERROR_MESSAGE,
      where: 'inside',
    },
  ]);
});
