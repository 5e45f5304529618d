import type { Page, Route } from '@playwright/test';
import { expectNoAccessibilityViolations } from '../accessibility.ts';
import { expect, test, unique } from '../fixtures.ts';
import { openSession, sessionPagePath } from '../form-library.ts';
import { expectMessage } from '../notifications.ts';
import { openPhone } from '../open-phone.ts';

/** The smallest image: one red pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

/** Drops files onto the element, as from a file manager. */
async function dropFiles(page: Page, files: readonly { name: string; type: string; base64: string }[]) {
  const transfer = await page.evaluateHandle((dropped) => {
    const data = new DataTransfer();
    for (const { name, type, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
    }
    return data;
  }, files);
  const target = page.getByText('Drop files here');
  for (const event of ['dragenter', 'dragover', 'drop'] as const)
    await target.dispatchEvent(event, { dataTransfer: transfer });
}

test('client documents are uploaded by drag and drop, previewed, annotated, downloaded at a signed URL and deleted', async ({
  portalPage: page,
  owner,
}) => {
  const clientId = await owner.createClient({ client_first_name: 'Dora', client_last_name: unique('Docs') });
  await page.goto(`/crm/clients/${clientId}`);
  const card = page.getByRole('region', { name: 'Documents', exact: true });
  await card.getByRole('button', { name: 'Upload Documents' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload Documents' });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog.getByText('Please choose a file')).toBeVisible();
  await dropFiles(page, [
    { name: 'license.png', type: 'image/png', base64: PICTURE.toString('base64') },
    { name: 'letter.txt', type: 'text/plain', base64: Buffer.from('Dear Dora').toString('base64') },
  ]);
  await expect(dialog.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('combobox', { name: 'Folder' }).fill('Identity');
  await page.keyboard.press('Escape');
  // The first upload waits until its progress bar was visible.
  const delayUpload = async (route: Route) => {
    await expect(dialog.getByRole('progressbar', { name: 'Upload of license.png' })).toBeAttached();
    await route.continue();
  };
  await page.route('**/api/upload/*', delayUpload, { times: 1 });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expectMessage(page, '2 documents added.');

  const folder = card.getByRole('region', { name: 'Identity' });
  await expect(folder.getByRole('listitem')).toHaveCount(2);
  await folder.getByRole('button', { name: /^license\.png/ }).click();
  const document = page.getByRole('dialog', { name: 'license.png' });
  await expect(document.getByRole('img', { name: 'license.png' })).toBeVisible();
  await document.getByRole('textbox', { name: 'Notes' }).fill('Seen in person');
  await document.getByLabel('Signed').check();
  await document.getByRole('button', { name: 'Save' }).click();
  await expectMessage(page, 'Document saved.');
  await expect(folder.getByRole('listitem').filter({ hasText: 'license.png' })).toContainText('Signed');

  await folder.getByRole('button', { name: /^license\.png/ }).click();
  await expect(document.getByText('Seen in person')).toBeVisible();
  const download = page.waitForEvent('download');
  await document.getByRole('button', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('license.png');
  const address = new URL(file.url()).pathname;
  expect(address).toMatch(/^\/api\/files\//);
  const own = await page.request.get(address);
  expect([own.status(), own.headers()['x-content-type-options']]).toEqual([200, 'nosniff']);
  expect(await own.body()).toEqual(PICTURE);
  const [, , , ticket = '', name = ''] = address.split('/');
  // Changing the last base64 character may decode to the same bytes; changing the tenth from the end never does.
  const other = ticket.at(-10) === 'A' ? 'B' : 'A';
  const changed = `${ticket.slice(0, -10)}${other}${ticket.slice(-9)}`;
  for (const altered of [changed, ticket.slice(1), ticket.slice(0, 20)]) {
    expect((await page.request.get(`/api/files/${altered}/${name}`)).status()).toBe(403);
  }

  await document.getByRole('button', { name: 'Delete' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete license.png?' });
  await expect(confirmation).toContainText('Are you sure you want to delete this document?');
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expectMessage(page, 'Document deleted.');
  expect((await page.request.get(address)).ok()).toBe(false);

  await folder.getByRole('button', { name: 'Actions: letter.txt' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const second = page.getByRole('dialog', { name: 'Delete letter.txt?' });
  await expect(second).toContainText(
    'Are you sure you want to delete the document? This action cannot be undone.',
  );
  await second.getByRole('button', { name: 'Delete' }).click();
  await expect(card.getByText('No documents yet.')).toBeVisible();
});

test('the dialog rejects a file whose content does not match its type', async ({
  portalPage: page,
  owner,
}) => {
  const clientId = await owner.createClient({ client_first_name: 'Dora', client_last_name: unique('Docs') });
  await page.goto(`/crm/clients/${clientId}`);
  await page
    .getByRole('region', { name: 'Documents', exact: true })
    .getByRole('button', { name: 'Add Document' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Add Document to Client' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'claims.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff, 0, 0]),
  });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Upload failed.');
  const { documents } = await owner.send('get', `/clients/${clientId}/documents`);
  expect(documents).toEqual([]);
});

test('requested documents are sent from a phone, one is requested again with a reason, sent again and accepted', async ({
  portalPage: page,
  owner,
  browser,
}) => {
  test.slow();
  const clientId = await owner.createClient({ client_first_name: 'Dora', client_last_name: unique('Docs') });
  const session = await openSession(owner, clientId, []);
  await page.goto(`/crm/clients/${clientId}/sessions/${session.id}`);
  const forms = page.getByRole('region', { name: 'Forms & Documents' });
  await forms.getByRole('button', { name: 'Request Documents' }).click();
  const request = page.getByRole('dialog', { name: 'Request Documents' });
  await request.getByText('Photo ID', { exact: true }).click();
  await request.getByRole('textbox', { name: 'Note for the client' }).fill('Both sides');
  await request.getByText('Proof of income', { exact: true }).click();
  await request.getByRole('button', { name: 'Request Documents' }).click();
  await expectMessage(page, 'Documents added to the session.');

  const phone = await openPhone(browser);
  await phone.goto(await sessionPagePath(owner, session.id));
  const step = phone.getByRole('article', { name: 'Documents' });
  const photo = phone.getByRole('listitem', { name: 'Photo ID' });
  const fileRow = (name: string) => phone.getByRole('listitem').filter({ hasText: name }).last();
  const add = async (document: string, name: string) => {
    await phone
      .getByLabel(`Choose files: ${document}`, { exact: true })
      .and(phone.locator('input'))
      .setInputFiles({ name, mimeType: 'image/png', buffer: PICTURE });
    // Its size appears once it is stored.
    await expect(fileRow(name)).toContainText('1 KB');
  };
  const send = async () => {
    await phone.getByRole('button', { name: 'Send documents' }).click();
    await expect(
      phone.getByRole('heading', { name: 'Thank you. Your documents have been sent.' }),
    ).toBeVisible();
  };
  await step.getByRole('button', { name: /^Add documents/ }).click();
  await expect(photo.getByText('Both sides')).toBeVisible();
  await expect(photo.getByRole('button', { name: /^Take a photo/ })).toBeVisible();
  await add('Photo ID', 'front.png');
  await phone.getByRole('button', { name: 'Send documents' }).click();
  const question = phone.getByRole('dialog', { name: 'Send without everything?' });
  await expect(question).toContainText('Proof of income');
  await expectNoAccessibilityViolations(phone, 'question about missing documents');
  await question.getByRole('button', { name: 'Add more' }).click();
  await add('Proof of income', 'payslip.png');
  await expectNoAccessibilityViolations(phone, 'document request');
  await send();

  const row = forms.getByRole('button', { name: '1. Photo ID, Proof of income' });
  const review = page.getByRole('dialog', { name: 'Photo ID, Proof of income' });
  const decision = (document: string, choice: string) =>
    review.getByRole('radiogroup', { name: `Decision: ${document}` }).getByRole('radio', { name: choice });
  await expect(forms.getByText('Completed', { exact: true })).toBeVisible();
  await row.click();
  await expect(review.getByRole('button', { name: /front\.png/ })).toBeVisible();
  await decision('Photo ID', 'Request again').check();
  await review.getByRole('button', { name: 'Accept 1, Request 1 Again' }).click();
  await expect(review.getByText('Enter what the client should do differently')).toBeVisible();
  await expectNoAccessibilityViolations(page, 'review of documents');
  await review.getByRole('textbox', { name: 'Reason, shown to the client' }).fill('The photo is blurred');
  await review.getByRole('button', { name: 'Accept 1, Request 1 Again' }).click();
  const link = page.getByRole('dialog', { name: 'Get Form Link' });
  await link.getByRole('textbox', { name: 'Link address' }).click();
  await page.keyboard.press('Escape');
  await expect(link).toHaveCount(0);
  await expect(review.getByText('Requested again: The photo is blurred')).toBeVisible();

  await phone.goto(await sessionPagePath(owner, session.id));
  await step.getByRole('button', { name: /^Add documents/ }).click();
  await expect(photo).toContainText('needs this document again: The photo is blurred');
  await expect(phone.getByRole('listitem', { name: 'Proof of income' }).getByText('Received')).toBeVisible();
  await expectNoAccessibilityViolations(phone, 'document requested again');
  await fileRow('front.png')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(phone.getByText('front.png', { exact: true })).toHaveCount(0);
  await add('Photo ID', 'sharp.png');
  await send();

  await review.getByRole('button', { name: 'Accept 1', exact: true }).click();
  await expect(review.getByText('Accepted in Identification')).toBeVisible();
  await page.goto(`/crm/clients/${clientId}`);
  const documents = page.getByRole('region', { name: 'Documents', exact: true });
  await expect(documents.getByRole('region', { name: 'Identification' }).getByRole('listitem')).toHaveCount(
    1,
  );
  await expect(documents.getByRole('region', { name: 'Income' }).getByRole('listitem')).toHaveCount(1);
  await phone.context().close();
});
