import type { ProviderPart } from '@ledgerline/contract/providers/endpoints';

/** One finding of `npm run providers:check`; `detail` never contains a secret. */
export interface CheckLine {
  part: ProviderPart;
  ok: boolean;
  /** The attempted check, such as `docusign sign-in` or `s3 write`. */
  what: string;
  detail: string;
}
