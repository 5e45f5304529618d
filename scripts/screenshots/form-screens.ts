import type { Page } from '@playwright/test';
import { findForm, mixedSession, request, signedForm } from './demo-data.ts';
import type { Screen } from './screen.ts';

/** Waits until a PDF preview has rendered its first page. */
async function drawn(page: Page): Promise<void> {
  await page.locator('canvas').first().waitFor();
  await page.waitForTimeout(600);
}

async function openTemplates(page: Page): Promise<void> {
  await page.goto('/crm/forms?view=templates');
  await page.getByText('Advisory Agreement').first().waitFor();
}

const inOptions = (entry: string, title: string) => async (page: Page) => {
  await openTemplates(page);
  await page.getByRole('button', { name: 'More Options' }).click();
  await page.getByRole('button', { name: entry, exact: true }).click();
  await page.getByRole('dialog', { name: title }).waitFor();
  await page.waitForTimeout(500);
};

async function openSession(page: Page, token: string): Promise<void> {
  const { client_id, session_id } = await mixedSession(page, token);
  await page.goto(`/crm/clients/${client_id}/sessions/${session_id}`);
  await page.getByText('Forms & Documents').waitFor();
  await page.getByRole('button', { name: 'Show QR Code' }).waitFor();
}

/** Waits until the QR code is shown. */
async function linkShown(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Download QR Code', disabled: false }).waitFor();
}

async function openSigned(page: Page, token: string): Promise<void> {
  const { client_id, session_id } = await signedForm(page, token);
  await page.goto(`/crm/clients/${client_id}/sessions/${session_id}`);
  await page.getByText('Payment Pending').or(page.getByText('Payment Received')).first().waitFor();
  await page.getByRole('button', { name: 'Show QR Code' }).waitFor();
}

/** Opens a client with forms, sessions and documents. */
async function openClient(page: Page, token: string): Promise<void> {
  const { client_id } = await findForm(page, token, ({ session_id, client_id: id }) => {
    return session_id !== null && id !== null && id % 2 === 1 && id < 80;
  });
  const { documents } = await request(page, token, `/clients/${client_id}/documents`);
  await page.goto(`/crm/clients/${client_id}`);
  await page.getByText('Contact Information').first().waitFor();
  if (documents.length > 0) await page.getByText(documents[0].file_name).first().waitFor();
}

async function showCard(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).first().scrollIntoViewIfNeeded();
}

/** Opens Start New Session and chooses a bundle. */
async function startWithBundle(page: Page, token: string): Promise<void> {
  await openClient(page, token);
  await page.getByRole('button', { name: 'Start New Session' }).click();
  await page.getByText('New Medicare client').click();
  await page.waitForTimeout(400);
}

export const FORM_SCREENS: Screen[] = [
  { name: 'bundles', open: inOptions('Bundles', 'Bundles') },
  { name: 'bundle-session', open: startWithBundle },
  {
    name: 'forms',
    isFullPage: true,
    open: async (page) => {
      await page.goto('/crm/forms?view=folders');
      await page.getByText('Medicare').first().waitFor();
    },
  },
  {
    name: 'forms-submissions',
    open: async (page) => {
      await page.goto('/crm/forms?view=submissions');
      await page.getByText('Completed').first().waitFor();
    },
  },
  {
    name: 'forms-cards',
    open: async (page) => {
      await page.goto('/crm/forms?view=forms');
      await page.getByText('Advisory Agreement').first().waitFor();
    },
  },
  { name: 'forms-templates', isFullPage: true, open: openTemplates },
  {
    name: 'forms-manage',
    open: async (page) => {
      await openTemplates(page);
      await page.getByRole('button', { name: 'More Options' }).click();
      await page.getByRole('dialog', { name: 'Manage Forms' }).waitFor();
    },
  },
  {
    name: 'template-editor',
    open: async (page) => {
      await openTemplates(page);
      await page.getByRole('button', { name: /^Advisory Agreement/ }).click();
      await page.getByRole('dialog').getByText('Financial plan').first().waitFor();
      await page.getByRole('dialog').getByText('Go through the packages').waitFor();
    },
  },
  { name: 'template-new', open: inOptions('Add Document', 'Add New Form') },
  {
    name: 'template-library',
    open: async (page) => {
      await inOptions('Template Library', 'Template Library')(page);
      await page.getByText('6 check boxes').waitFor();
    },
  },
  { name: 'forms-folders', open: inOptions('Manage Folders', 'Manage Folders') },
  { name: 'forms-sort', open: inOptions('Sort Forms', 'Sort Forms') },
  { name: 'forms-settings', open: inOptions('Change Settings', 'Global Form Settings') },
  {
    name: 'forms-add',
    open: async (page) => {
      await page.goto('/crm/forms?view=submissions');
      await page.getByRole('button', { name: 'Add Form' }).click();
      await page.getByRole('dialog', { name: 'Add Form' }).waitFor();
    },
  },
  { name: 'session', isFullPage: true, open: openSession },
  { name: 'session-signed', isFullPage: true, open: openSigned },
  {
    name: 'session-add-forms',
    open: async (page, token) => {
      await openSession(page, token);
      await page.getByRole('button', { name: /^Add Form/ }).click();
      await page.getByRole('dialog', { name: 'Add Forms' }).waitFor();
    },
  },
  {
    name: 'session-start',
    open: async (page, token) => {
      await openClient(page, token);
      await page.getByRole('button', { name: 'Start New Session' }).click();
      await page.getByRole('dialog', { name: 'Start New Session' }).waitFor();
    },
  },
  {
    name: 'session-link',
    open: async (page, token) => {
      await openClient(page, token);
      await page
        .getByRole('button', { name: /^Get Session Link/ })
        .first()
        .click();
      await page
        .getByRole('dialog')
        .getByText(/^Expires/)
        .waitFor();
      await linkShown(page);
    },
  },
  {
    name: 'session-submission',
    open: async (page, token) => {
      await openSigned(page, token);
      await page
        .getByRole('button', { name: /Advisory Agreement$/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
      await drawn(page);
    },
  },
  {
    name: 'session-advisor-signs',
    open: async (page, token) => {
      await openSession(page, token);
      await page
        .getByRole('button', { name: /^Sign as Advisor/ })
        .first()
        .click();
      await page.frameLocator('iframe').locator('canvas').first().waitFor();
      await page.waitForTimeout(600);
    },
  },
  { name: 'client-documents', open: async (page, token) => openDocuments(page, token) },
  {
    name: 'document-upload',
    open: async (page, token) => {
      await openDocuments(page, token);
      await page.getByRole('button', { name: 'Upload Documents' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Bold' }).waitFor();
    },
  },
  {
    name: 'document-dialog',
    open: async (page, token) => {
      await openDocuments(page, token);
      await page
        .getByRole('button', { name: /\.(pdf|png)/ })
        .first()
        .click();
      await page.getByRole('dialog').getByLabel('Name').waitFor();
      await page.waitForTimeout(1200);
    },
  },
  {
    name: 'submission-signed',
    isFullPage: true,
    open: async (page, token) => {
      const { client_id, id } = await signedForm(page, token);
      await page.goto(`/crm/clients/${client_id}/forms/${id}`);
      await drawn(page);
    },
  },
  {
    name: 'submission-unlinked',
    isFullPage: true,
    open: async (page, token) => {
      const { id } = await findForm(page, token, (row) => row.client_id === null && row.type === 'Web Form');
      await page.goto(`/crm/forms/submissions/${id}`);
      await page.getByText('Banking Information').first().waitFor();
    },
  },
  {
    name: 'view-document',
    open: async (page, token) => {
      const { id } = await signedForm(page, token);
      await page.goto(`/crm/view-document?formId=${id}`);
      await drawn(page);
    },
  },
];

async function openDocuments(page: Page, token: string): Promise<void> {
  await openClient(page, token);
  await showCard(page, 'Upload Documents');
}
