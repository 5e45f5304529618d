/** Guide chapters in the palette; a test compares the titles with docs/guide. */
export const HELP_CHAPTERS = [
  { title: 'Getting started', to: '/crm/help/getting-started' },
  { title: 'Daily work', to: '/crm/help/every-day' },
  { title: 'The client’s view', to: '/crm/help/what-a-client-sees' },
  { title: 'When you cannot sign in', to: '/crm/help/signing-in' },
  { title: 'When something goes wrong', to: '/crm/help/when-something-goes-wrong' },
] as const;

/** Guide sections by screen; the first match wins. */
const HELP_TOPICS: readonly (readonly [RegExp, string])[] = [
  [/^\/crm\/today$/, 'every-day#1-start-with-today'],
  [/^\/crm\/clients$/, 'every-day#2-find-a-client'],
  [/^\/crm\/clients\/new$/, 'every-day#2-find-a-client'],
  [/^\/crm\/clients\/[^/]+\/(sessions|forms)\//, 'every-day#5-track-what-you-sent'],
  [/^\/crm\/clients\/[^/]+$/, 'every-day#4-send-a-form'],
  [/^\/crm\/ledger$/, 'every-day#3-edit-in-the-ledger'],
  [/^\/crm\/imports/, 'every-day#10-import-and-export-clients'],
  [/^\/crm\/forms/, 'getting-started#forms-and-prices'],
  [/^\/crm\/view-document$/, 'every-day#6-sign'],
  [/^\/crm\/payments$/, 'every-day#7-create-an-invoice-and-record-a-payment'],
  [/^\/crm\/recurring-payments$/, 'every-day#8-set-up-recurring-payments'],
  [/^\/crm\/reports/, 'every-day#13-read-reports'],
  [/^\/crm\/agents\/\d+$/, 'signing-in#make-your-sign-in-safer'],
  [/^\/crm\/agents/, 'getting-started#colleagues'],
  [/^\/crm\/status$/, 'when-something-goes-wrong#a-provider-does-not-respond'],
  [/^\/crm\/settings/, 'getting-started#brokerage-settings'],
  [/^\/crm\/audit$/, 'getting-started#see-who-did-what'],
];

/** The link to the guide section about the screen at a path; to the table of contents where there is none. */
export function helpFor(path: string): { to: string; hash: string } {
  const topic = HELP_TOPICS.find(([screen]) => screen.test(path))?.[1];
  const [chapter, hash = ''] = topic?.split('#') ?? [];
  return { to: chapter ? `/crm/help/${chapter}` : '/crm/help', hash };
}
