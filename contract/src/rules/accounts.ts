/**
 * The merchant accounts, each a seller with separate accounting; `part` is its name on the status page. To add an account, add a line here
 * and its settings (`SQUARE_…`).
 */
export const ACCOUNTS = [
  { value: 'BFS', label: 'financial services', part: 'payments_bfs' },
  { value: 'BFA', label: 'financial advisors', part: 'payments_bfa' },
] as const;
export type Account = (typeof ACCOUNTS)[number]['value'];
export const DEFAULT_ACCOUNT = 'BFS';

export const ACCOUNT_NAMES = ACCOUNTS.map(({ value }) => value);
/** "BFS or BFA", for sentences. */
export const ACCOUNT_CHOICE = new Intl.ListFormat('en', { type: 'disjunction' }).format(ACCOUNT_NAMES);

/** The account with this name, if there is one. */
export function accountNamed(name: unknown): (typeof ACCOUNTS)[number] | undefined {
  return ACCOUNTS.find(({ value }) => value === name);
}
