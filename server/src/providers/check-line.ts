import type { ProviderPart } from '@ledgerline/contract/providers/endpoints';

/** One finding of `npm run providers:check`; `detail` never holds a secret. */
export interface CheckLine {
  part: ProviderPart;
  ok: boolean;
  /** What was tried: `docusign sign-in`, `s3 write`. */
  what: string;
  detail: string;
}
