import { expectNoAccessibilityViolations } from '../accessibility.ts';
import { expect, test, unique } from '../fixtures.ts';
import { openSession, sessionPagePath, signingTemplate, webFormTemplate } from '../form-library.ts';

test('the screens of forms and sessions have no serious accessibility violation, light or dark', async ({
  portalPage: page,
  owner,
}) => {
  test.slow();
  const clientId = await owner.createClient({
    client_first_name: 'Axe',
    client_last_name: unique('Forms'),
  });
  const agreement = await signingTemplate(owner, 'HIPAA Authorization');
  const session = await openSession(owner, clientId, [
    await webFormTemplate(owner, 'personal-info'),
    agreement,
  ]);

  for (const view of [
    '',
    '?view=folders',
    '?view=forms',
    '?view=submissions&layout=cards',
    '?view=templates',
  ]) {
    await page.goto(`/crm/forms${view}`);
    await expect(page.getByRole('button', { name: /^(Add Form|New Form|New Template)$/ })).toBeVisible();
    await expectNoAccessibilityViolations(page, `forms ${view}`);
  }
  await page.goto(`/crm/forms?view=templates&q=${agreement.form_link_id.split('-').at(-1)}`);
  await page.getByRole('button', { name: agreement.form_name_agent, exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Form Details' });
  await expect(editor.getByRole('textbox', { name: 'Notes' })).toBeVisible();
  await expect(editor.getByRole('button', { name: 'View', exact: true })).toBeVisible();
  await expectNoAccessibilityViolations(page, 'template editor');

  await page.goto(`/crm/clients/${clientId}/sessions/${session.id}`);
  await page.getByRole('button', { name: 'Show QR Code' }).click();
  await expect(page.getByRole('button', { name: 'Download QR Code' })).toBeEnabled();
  await expectNoAccessibilityViolations(page, 'session');

  await page.goto(`/crm/clients/${clientId}`);
  const forms = page.getByRole('region', { name: 'Forms', exact: true });
  await expect(forms.getByText('New', { exact: true }).first()).toBeVisible();
  await expectNoAccessibilityViolations(page, 'client with forms');

  await page.goto(await sessionPagePath(owner, session.id));
  const card = page.getByRole('article', { name: agreement.form_name_client });
  await expect(card).toBeVisible();
  await expectNoAccessibilityViolations(page, 'secure page');
  await card.getByRole('button', { name: /^Sign/ }).click();
  await expect(page.locator('canvas').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sign here/ }).first()).toBeVisible();
  await expectNoAccessibilityViolations(page, 'signing screen');
  await page
    .getByRole('button', { name: /^Sign here/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Your signature' })).toBeVisible();
  await expectNoAccessibilityViolations(page, 'signature dialog');
});
