import type { Notice } from '@ledgerline/contract/notifications/endpoints';
import type { ListedNotice } from './queries.ts';

export function toNotice({ client_first_name, client_last_name, created_at, ...row }: ListedNotice): Notice {
  return {
    ...row,
    client_name: [client_first_name, client_last_name].filter(Boolean).join(' '),
    created_at: created_at.toISOString(),
  };
}
