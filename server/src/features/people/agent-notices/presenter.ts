import type { Notice } from '@ledgerline/contract/notices/endpoints';
import type { ListedNotice } from './listing.ts';

export function toNotice({ client_first_name, client_last_name, created_at, ...row }: ListedNotice): Notice {
  return {
    ...row,
    client_name: [client_first_name, client_last_name].filter(Boolean).join(' '),
    created_at: created_at.toISOString(),
  };
}
