import type { Page } from '@playwright/test';
import { findForm, mixedSession, send, sessionLink, signedForm } from './demo-data.ts';
import type { Screen } from './screen.ts';

/** Opens a client's session page through its link. */
const ofSession =
  (find: (page: Page, token: string) => Promise<{ session_id: number | null }>, text: RegExp) =>
  async (page: Page, token: string) => {
    const { session_id } = await find(page, token);
    await page.goto(await sessionLink(page, token, session_id));
    await page.getByText(text).first().waitFor();
  };

const locked = (page: Page, token: string) =>
  findForm(page, token, ({ session_type }) => session_type === 'Confidential Review');

/** Opens an agreement that only the advisor has signed. */
async function openSigning(page: Page, token: string): Promise<void> {
  const form = await findForm(page, token, ({ title, display_status }) => {
    return title.includes('Advisory') && display_status === 'Pending Client Signature';
  });
  const { data } = await send(page, token, '/secure-access/client-new', {
    formId: form.form_id,
    clientId: form.client_id,
    sessionFormId: form.id,
  });
  await page.goto(new URL(data.formUrl).pathname);
  await page.locator('canvas').first().waitFor();
  await page.waitForTimeout(800);
}

export const SIGNING_SCREENS: Screen[] = [
  {
    name: 'secure',
    isSignedOut: true,
    isFullPage: true,
    open: ofSession(mixedSession, /left to do|nothing for you|por hacer|por fazer|nada/i),
  },
  { name: 'secure-done', isSignedOut: true, isFullPage: true, open: ofSession(signedForm, /\$/) },
  {
    name: 'secure-passcode',
    isSignedOut: true,
    open: ofSession(locked, /passcode|código|contraseña|clave|senha/i),
  },
  {
    name: 'secure-invalid',
    isSignedOut: true,
    open: async (page) => {
      await page.goto('/secure/not-a-link');
      await page.getByRole('heading').first().waitFor();
    },
  },
  { name: 'signing', isSignedOut: true, open: openSigning },
  {
    name: 'signing-fields',
    isSignedOut: true,
    open: async (page, token) => {
      await openSigning(page, token);
      await page.getByRole('checkbox').first().check();
      await page.locator('footer button, [class*="footer"] button').last().click();
      await page.waitForTimeout(800);
    },
  },
  {
    name: 'signed',
    isSignedOut: true,
    open: async (page) => {
      await page.goto('/signed?formId=1&event=signing_complete');
      await page.getByRole('heading').first().waitFor();
    },
  },
  {
    name: 'sign-public',
    isSignedOut: true,
    open: async (page) => {
      await page.goto('/sign/hipaa-authorization');
      await page.getByRole('heading').first().waitFor();
    },
  },
];
