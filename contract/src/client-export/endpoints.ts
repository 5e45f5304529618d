import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** How secrets appear in an export: masked, or in clear text, where each counts as a reveal. */
const EXPORTED_SECRETS = ['masked', 'clear'] as const;
export type ExportedSecrets = (typeof EXPORTED_SECRETS)[number];

export const exportClient = endpoint('POST /clients/:id/export', 'agent_manager', {
  summary:
    'Export everything stored about one client as a ZIP: data.json, summary.pdf and the files; logged, with secrets in clear text each counting as a reveal (decision 066)',
  transport: 'stream',
  needsReauthentication: true,
  isSecret: true,
  audit: 'own',
  rateLimit: { max: 20, seconds: 3600 },
  body: z.strictObject({ secrets: z.enum(EXPORTED_SECRETS).default('masked') }),
  reply: z.string(),
});
