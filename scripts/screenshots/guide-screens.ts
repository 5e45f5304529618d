import type { Page } from '@playwright/test';
import { send } from './demo-data.ts';
import type { Screen } from './screen.ts';

const LOCKED = {
  success: false,
  code: 'locked',
  message: 'This sign-in is locked. Please confirm your identity.',
};
const ERROR_BODY = {
  success: false,
  code: 'unavailable',
  message: 'The service is not available right now. Please try again.',
};

/** Opens a new form of a client who prefers Spanish. */
async function openSpanishForm(page: Page, token: string): Promise<void> {
  const { id } = await send(page, token, '/clients', {
    client_first_name: 'Lucía',
    client_last_name: 'Soto',
    pref_lang: 'Spanish',
  });
  const { data } = await send(page, token, '/secure-access/client-new', {
    formId: 'personal-info',
    clientId: id,
  });
  await page.goto(new URL(data.formUrl).pathname);
  await page.getByRole('button', { name: 'Continuar' }).waitFor();
}

async function setUpApp(page: Page): Promise<void> {
  await page.goto('/crm/agents/1');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Code' }).waitFor();
  await page.waitForTimeout(400);
}

async function lock(page: Page): Promise<void> {
  await page.goto('/crm/clients');
  await page
    .getByText(/of \d+/)
    .first()
    .waitFor();
  await page.route('**/api/invoices?*', (route) => route.fulfill({ status: 403, json: LOCKED }));
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await page.getByRole('button', { name: 'Unlock' }).waitFor();
  await page.waitForTimeout(400);
}

/** Edits a cell while the server rejects every save. */
async function failToSave(page: Page): Promise<void> {
  await page.addInitScript(() =>
    localStorage.setItem('ledger.columns', JSON.stringify({ hidden: [], widths: {} })),
  );
  const rows = page.waitForResponse('**/api/ledger/rows?*');
  await page.goto('/crm/ledger');
  await (await rows).finished();
  await page.route('**/api/clients/*', (route) => route.fulfill({ status: 503, json: ERROR_BODY }));
  const sheet = await page.locator('canvas').first().boundingBox();
  await page.waitForTimeout(500);
  await page.mouse.click((sheet?.x ?? 0) + 330, (sheet?.y ?? 0) + 104);
  await page.keyboard.type('Marisol');
  await page.keyboard.press('Enter');
  await page.getByText('Not saved: “Marisol”').waitFor();
  // The labels of its buttons fade in.
  await page.waitForTimeout(400);
}

/** Additional screens for docs/guide. */
export const GUIDE_SCREENS: Screen[] = [
  {
    name: 'getting-started',
    open: async (page) => {
      await page.goto('/crm/today');
      await page.getByRole('button', { name: 'More for Today' }).click();
      await page.getByRole('menuitem', { name: 'Show Getting Started' }).click();
      await page.getByText('Getting started').first().waitFor();
      await page.waitForTimeout(400);
    },
  },
  {
    name: 'audit',
    open: async (page) => {
      await page.goto('/crm/audit');
      await page.getByRole('button', { name: 'Verify' }).waitFor();
      await page.waitForTimeout(800);
    },
  },
  { name: 'set-up-app', open: setUpApp },
  { name: 'locked', isCovering: true, open: lock },
  { name: 'ledger-not-saved', open: failToSave },
  { name: 'form-spanish', isSignedOut: true, open: openSpanishForm },
];
