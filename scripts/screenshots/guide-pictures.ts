import type { Locator, Page } from '@playwright/test';

/** A picture of docs/guide: a screen of screens.ts, the device, and the part to show. */
interface GuidePicture {
  screen: string;
  on?: 'phone';
  part?: (page: Page) => Locator;
}

const dialog = (page: Page) => page.getByRole('dialog');
const card = (page: Page) => page.getByRole('main');

/** By file name in docs/guide/pictures; `npm run check:docs` reports pictures that no page shows. */
export const GUIDE_PICTURES: Readonly<Record<string, GuidePicture>> = {
  'sign-in': { screen: 'sign-in', part: (page) => card(page).locator('> div') },
  'agent-new': { screen: 'agent-new' },
  templates: { screen: 'forms-templates' },
  'template-prices': { screen: 'template-editor' },
  settings: { screen: 'forms-settings', part: dialog },
  'audit-log': { screen: 'audit' },
  today: { screen: 'today' },
  clients: { screen: 'clients' },
  palette: { screen: 'palette' },
  client: { screen: 'client' },
  ledger: { screen: 'ledger' },
  'form-link': { screen: 'client-link', part: dialog },
  'start-session': { screen: 'bundle-session', part: dialog },
  session: { screen: 'session' },
  'advisor-signs': { screen: 'session-advisor-signs' },
  'new-invoice': { screen: 'invoice-new', part: dialog },
  invoice: { screen: 'invoice', part: dialog },
  recurring: { screen: 'recurring-payments' },
  'tasks-and-timeline': { screen: 'client-tasks' },
  import: { screen: 'imports' },
  'client-form': { screen: 'form', on: 'phone' },
  'client-form-spanish': { screen: 'form-spanish', on: 'phone' },
  'client-review': { screen: 'form-review', on: 'phone' },
  'client-thanks': { screen: 'form-thanks', on: 'phone' },
  'client-session': { screen: 'secure', on: 'phone' },
  'client-passcode': { screen: 'secure-passcode', on: 'phone' },
  'client-signs': { screen: 'signing', on: 'phone' },
  'client-pays': { screen: 'pay', on: 'phone' },
  'client-invalid-link': { screen: 'secure-invalid', on: 'phone' },
  'set-up-app': { screen: 'set-up-app', part: dialog },
  locked: { screen: 'locked' },
  'not-saved': { screen: 'ledger-not-saved' },
  // Last, because the list stays on Today once it is shown again.
  'getting-started': { screen: 'getting-started' },
};
