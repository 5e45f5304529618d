import { createBundle } from '../../server/src/features/forms/bundles/service.ts';
import { openAgentSession } from './agent-session.ts';
import type { Demo } from './demo.ts';

/** Forms that are sent together, by their keys in `templateIds`. */
const BUNDLES: Record<string, string[]> = {
  'New Medicare client': [
    'personal-info',
    'hipaa-authorization',
    'Scope of Appointment',
    'broker-of-record-letter',
  ],
  'New advisory client': ['personal-info', 'Welcome Packet', 'advisory-agreement', 'risk-questionnaire'],
};

export async function fillBundles(demo: Demo): Promise<string> {
  const { ctx } = openAgentSession(demo);
  for (const [name, forms] of Object.entries(BUNDLES)) {
    const form_ids = forms.flatMap((form) => demo.templateIds.get(form) ?? []);
    await createBundle(ctx, { name, form_ids });
  }
  return `${Object.keys(BUNDLES).length} bundles of forms`;
}
