import type { Page } from '@playwright/test';

/** One picture: how to get to the screen and when it is complete. */
export interface Screen {
  name: string;
  isSignedOut?: boolean;
  isFullPage?: boolean;
  open: (page: Page, token: string) => Promise<void>;
}

/** Goes to an address and waits until this text stands on the page. */
const at = (address: string, text: string | RegExp) => async (page: Page) => {
  await page.goto(address);
  await page.getByText(text).first().waitFor();
};

async function firstClient(page: Page, token: string): Promise<{ id: number }> {
  const answer = await page.request.get('/api/clients?page=1&status=client', {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()).data[0];
}

async function formAddress(page: Page, token: string): Promise<string> {
  const client = await firstClient(page, token);
  const answer = await page.request.post('/api/secure-access/client-new', {
    headers: { authorization: `Bearer ${token}` },
    data: { formId: 'personal-info', clientId: client.id },
  });
  return new URL((await answer.json()).data.formUrl).pathname;
}

const onClient = (act: (page: Page) => Promise<void>) => async (page: Page, token: string) => {
  const client = await firstClient(page, token);
  await page.goto(`/crm/clients/${client.id}`);
  await page.getByText('Contact Information').first().waitFor();
  await act(page);
};

const onForm = (act: (page: Page) => Promise<void>) => async (page: Page, token: string) => {
  await page.goto(await formAddress(page, token));
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  await act(page);
};

export const SCREENS: Screen[] = [
  { name: 'sign-in', isSignedOut: true, open: at('/crm/login', 'Agent Portal') },
  { name: 'clients', open: at('/crm/clients', /of \d+/) },
  { name: 'client', isFullPage: true, open: onClient(async () => undefined) },
  {
    name: 'client-dialog',
    open: onClient(async (page) => {
      await page
        .getByRole('button', { name: /Contact Information/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    }),
  },
  { name: 'ledger', open: at('/crm/ledger', 'Add Row') },
  { name: 'imports', open: at('/crm/imports', /import/i) },
  { name: 'agents', open: at('/crm/agents', 'Add Agent') },
  { name: 'agent', open: at('/crm/agents/1', 'Username') },
  { name: 'status', open: at('/crm/status', 'API Process') },
  { name: 'dashboard', open: at('/crm/dashboard', /coming soon/i) },
  { name: 'form', isSignedOut: true, isFullPage: true, open: onForm(async () => undefined) },
];
