import type { Page } from '@playwright/test';
import { FormFiller } from '../../e2e/web-form.ts';
import { FORM_SCREENS } from './form-screens.ts';
import { GUIDE_SCREENS } from './guide-screens.ts';
import { PAYMENT_SCREENS } from './payment-screens.ts';
import type { Screen } from './screen.ts';
import { SIGNING_SCREENS } from './signing-screens.ts';

/** Opens an address and waits until the page shows this text. */
const at = (address: string, text: string | RegExp) => async (page: Page) => {
  await page.goto(address);
  await page.getByText(text).first().waitFor();
};

async function firstClient(page: Page, token: string): Promise<{ id: number }> {
  const response = await page.request.get('/api/clients?page=1&status=client', {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await response.json()).data[0];
}

/** The address of a new form of a new client. */
async function formAddress(page: Page, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const name = { client_first_name: 'Rosa', client_last_name: 'Marin' };
  const client = await page.request.post('/api/clients', { headers, data: name });
  const response = await page.request.post('/api/secure-access/client-new', {
    headers,
    data: { formId: 'personal-info', clientId: (await client.json()).id },
  });
  return new URL((await response.json()).data.formUrl).pathname;
}

const onClient = (action: (page: Page) => Promise<void>) => async (page: Page, token: string) => {
  const client = await firstClient(page, token);
  await page.goto(`/crm/clients/${client.id}`);
  await page.getByText('Contact Information').first().waitFor();
  await action(page);
};

/** Opens the client with the most tasks and types a new task. */
const onTasks = (action: (page: Page) => Promise<void>) => async (page: Page, token: string) => {
  const response = await page.request.get('/api/tasks', { headers: { authorization: `Bearer ${token}` } });
  const { tasks }: { tasks: { client_id: number | null }[] } = await response.json();
  const clients = tasks.flatMap(({ client_id }) => client_id ?? []);
  const countOf = (id: number) => clients.filter((other) => other === id).length;
  const [busiest] = clients.toSorted((a, b) => countOf(b) - countOf(a));
  await page.goto(`/crm/clients/${busiest}`);
  await page.getByRole('button', { name: 'Add a task' }).click();
  await page.getByRole('textbox', { name: 'Add a task' }).fill('Call about the premium tomorrow 3pm');
  await page.getByText(/Due tomorrow, 3:00 PM/).waitFor();
  await action(page);
};

/** The address of the first submitted form of a client. */
async function submissionAddress(page: Page, token: string): Promise<string> {
  const response = await page.request.get('/api/sessionforms/form/personal-info', {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = await response.json();
  const done = data.find((row: { client_id: number | null; is_completed: boolean }) => {
    return row.client_id !== null && row.is_completed;
  });
  return `/crm/clients/${done.client_id}/forms/${done.id}`;
}

async function openLinkModal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get Form Link' }).click();
  await page.getByRole('menuitem').first().click();
  await page.getByText(/^Expires/).waitFor();
}

/** Fills in the form up to the review step. */
async function reviewForm(page: Page): Promise<void> {
  const filler = new FormFiller(page, 'en');
  for (const step of filler.steps) {
    await filler.fillStep(step);
    await filler.continueForm();
  }
  await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
  await page.getByText('Your answers are saved').waitFor();
}

const onForm = (action: (page: Page) => Promise<void>) => async (page: Page, token: string) => {
  await page.goto(await formAddress(page, token));
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  await action(page);
};

/** The ledger renders on a canvas: it is complete two frames after its rows are loaded. */
async function openLedger(page: Page): Promise<void> {
  const rows = page.waitForResponse('**/api/ledger/rows?*');
  await page.goto('/crm/ledger');
  await (await rows).finished();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 300))));
}

/** Opens Today and waits for its items and counts. */
const openToday =
  (search = '') =>
  async (page: Page) => {
    await page.goto(`/crm/today${search}`);
    await page
      .getByRole('heading', { name: /^(Overdue|Today|Next 7 days) \d/ })
      .first()
      .waitFor();
  };

export const SCREENS: Screen[] = [
  { name: 'sign-in', isSignedOut: true, open: at('/crm/login', 'Agent Portal') },
  { name: 'today', open: openToday() },
  { name: 'today-everyone', isFullPage: true, open: openToday('?owner=everybody') },
  {
    name: 'today-snooze',
    open: async (page) => {
      await openToday()(page);
      await page.keyboard.press('j');
      await page.keyboard.press('s');
      await page.getByRole('dialog', { name: 'Snooze' }).waitFor();
    },
  },
  {
    name: 'clients',
    open: async (page) => {
      await at('/crm/clients', /of \d+/)(page);
      await page.getByRole('button', { name: 'Views' }).waitFor();
    },
  },
  {
    name: 'clients-add',
    open: async (page) => {
      await at('/crm/clients', /of \d+/)(page);
      await page.getByRole('button', { name: 'Add Client' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('First name is required').waitFor();
    },
  },
  {
    name: 'menu',
    open: async (page) => {
      await at('/crm/clients', /of \d+/)(page);
      const burger = page.getByRole('button', { name: 'Open the menu' });
      if (await burger.isVisible()) await burger.click();
      await page.getByRole('button', { name: /agent menu/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    },
  },
  {
    name: 'keys',
    open: async (page) => {
      await at('/crm/clients', /of \d+/)(page);
      await page.keyboard.press('Shift+?');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    },
  },
  {
    name: 'palette',
    open: async (page) => {
      await at('/crm/clients', /of \d+/)(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('textbox').fill('review');
      await page.getByRole('dialog').getByText('Annual review').first().waitFor();
    },
  },
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
  {
    name: 'client-history',
    open: onClient(async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'History' }).click();
      await page.getByText('Client created').waitFor();
    }),
  },
  { name: 'client-tasks', isFullPage: true, open: onTasks(async () => undefined) },
  {
    name: 'client-timeline',
    isFullPage: true,
    open: onTasks(async (page) => {
      await page.getByRole('list', { name: 'Timeline' }).waitFor();
    }),
  },
  {
    name: 'task-dialog',
    open: onTasks(async (page) => {
      await page.getByRole('list', { name: 'Open tasks' }).getByRole('button').nth(1).click();
      await page.getByRole('dialog', { name: 'Edit Task' }).waitFor();
    }),
  },
  { name: 'client-link', open: onClient(openLinkModal) },
  {
    name: 'submission',
    isFullPage: true,
    open: async (page, token) => at(await submissionAddress(page, token), 'Banking Information')(page),
  },
  ...FORM_SCREENS,
  { name: 'ledger', open: openLedger },
  { name: 'imports', open: at('/crm/imports', /import/i) },
  { name: 'agents', open: at('/crm/agents', 'Add Agent') },
  { name: 'agent', open: at('/crm/agents/1', 'Username') },
  { name: 'agent-new', open: at('/crm/agents/new', 'Access level') },
  { name: 'status', open: at('/crm/status', 'API Process') },
  {
    name: 'notifications',
    open: async (page) => {
      await at('/crm/clients', /of \d+/)(page);
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('dialog').getByRole('link').first().waitFor();
    },
  },
  {
    name: 'notification-settings',
    open: async (page) => {
      await at('/crm/clients', /of \d+/)(page);
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Settings' }).click();
      await page.getByLabel('Form signed: by email').waitFor();
    },
  },
  { name: 'dashboard', open: at('/crm/dashboard', /coming soon/i) },
  { name: 'form', isSignedOut: true, open: onForm(async () => undefined) },
  { name: 'form-review', isSignedOut: true, open: onForm(reviewForm) },
  {
    name: 'form-thanks',
    isSignedOut: true,
    open: onForm(async (page) => {
      await reviewForm(page);
      await page.getByRole('button', { name: 'Send my answers' }).click();
      await page.getByRole('heading', { name: /Thank you/ }).waitFor();
    }),
  },
  ...GUIDE_SCREENS,
  ...SIGNING_SCREENS,
  ...PAYMENT_SCREENS,
];
