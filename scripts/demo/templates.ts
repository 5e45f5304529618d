import type { BodyOf } from '@ledgerline/contract/endpoint';
import type {
  createTemplate as createEndpoint,
  updateTemplate,
} from '@ledgerline/contract/templates/endpoints';
import { createFolder } from '../../server/src/features/forms/folders/service.ts';
import { addDocuments, readDocuments } from '../../server/src/features/forms/templates/documents/service.ts';
import * as templates from '../../server/src/features/forms/templates/service.ts';
import { syncTemplates } from '../../server/src/features/forms/templates/sync/sync-templates.ts';
import { type AgentSession, openAgentSession } from './agent-session.ts';
import type { Demo } from './demo.ts';
import { samplePdf } from './sample-files.ts';

type Fields = Omit<BodyOf<typeof updateTemplate>, 'folder_id'> & { folder: string };
type NewForm = Omit<BodyOf<typeof createEndpoint>, 'folder_id'> & { folder: string };

/** Folders in the order of their priority. */
const FOLDERS = ['Onboarding', 'Advisory', 'Life', 'Medicare'];

/** Changes to templates that the product or a sync created, by link id. */
const CHANGED: Record<string, Fields> = {
  'personal-info': { folder: 'Onboarding', notes: '<p>Send this first. It takes about ten minutes.</p>' },
  'advisory-agreement': {
    folder: 'Advisory',
    form_name_client: 'Your Advisory Agreement',
    base_cost: 250,
    include_sales_tax: true,
    payment_frequency: 'annually',
    square_account: 'BFA',
    notes: '<p>The advisor signs <strong>first</strong>. Go through the packages with the client.</p>',
    itemized_costs: {
      checkboxTabs: {
        'Financial plan': 1200,
        'Tax planning review': 350,
        'Estate planning review': 450.5,
        'Insurance review': 195,
      },
      listTabs: {
        'Planning package': { Essential: 600, Complete: 1500, Premier: 2800 },
        'Review meetings': { 'Once a year': 0, 'Twice a year': 180, 'Every quarter': 420 },
      },
      listTabDeps: { 'Review meetings': 'Financial plan' },
    },
  },
  'hipaa-authorization': { folder: 'Onboarding', form_name_client: 'Permission to See Health Records' },
  'broker-of-record-letter': {
    folder: 'Medicare',
    square_account: 'BFS',
    notes: '<p>Ask for the member number before sending.</p>',
  },
};

const CREATED_FORMS: NewForm[] = [
  {
    type: 'Web Form',
    form_name_agent: 'IUL Application',
    form_name_client: 'Indexed Universal Life Application',
    form_link_id: 'iul-application',
    folder: 'Life',
    notes: '<ul><li>Needs the Social Security number</li><li>Ask about policies in force</li></ul>',
  },
  {
    type: 'PDF',
    form_name_agent: 'Welcome Packet',
    form_name_client: 'Welcome to the Brokerage',
    folder: 'Onboarding',
  },
  {
    type: 'PDF',
    form_name_agent: 'Scope of Appointment',
    form_name_client: 'Medicare Scope of Appointment',
    folder: 'Medicare',
  },
  {
    type: 'Link',
    form_name_agent: 'Risk Questionnaire',
    form_name_client: 'How do you feel about risk?',
    external_url: 'https://risk.example.com/questionnaire',
    form_link_id: 'risk-questionnaire',
    folder: 'Advisory',
  },
  {
    type: 'Link',
    form_name_agent: 'Plan Finder',
    form_name_client: 'Find Your Medicare Plan',
    external_url: 'https://plans.example.com/find',
    folder: 'Medicare',
  },
];

const PAGES: Record<string, string[]> = {
  'Welcome Packet': [
    'Thank you for your trust. Your agent is your first contact for any question and returns calls within one day.',
    'Keep your policy documents where your family can find them. Let us know when you move, marry, or change jobs.',
  ],
  'Scope of Appointment': [
    'You decide which plans your agent may discuss with you. This form does not sell you anything, and you can end the conversation at any time.',
  ],
};

/** Creates folders, templates of every type with prices and previews, and syncs the e-signature library. */
export async function fillTemplates(demo: Demo): Promise<string> {
  const agentSession = openAgentSession(demo);
  agentSession.at(60 * 24);
  const folders = new Map<string, number>();
  for (const label of FOLDERS) folders.set(label, (await createFolder(agentSession.ctx, { label })).id);
  const { count } = await syncTemplates(agentSession.ctx);
  for (const { folder, ...form } of CREATED_FORMS) {
    agentSession.later(demo.random.integer(600, 6000));
    const { id } = await templates.createTemplate(agentSession.ctx, {
      ...form,
      folder_id: folders.get(folder),
    });
    const pages = PAGES[form.form_name_agent ?? ''];
    if (pages) await addPdf(agentSession, id, { title: form.form_name_client ?? '', pages });
  }
  for (const [linkId, { folder, ...fields }] of Object.entries(CHANGED)) {
    agentSession.later(demo.random.integer(600, 6000));
    const { id } = await templates.findTemplate(agentSession.ctx.db, linkId);
    await templates.updateTemplate(agentSession.ctx, id, { ...fields, folder_id: folders.get(folder) });
  }
  const { forms } = await templates.listTemplates(agentSession.ctx, { counts: 'false', archived: 'false' });
  for (const { id, form_link_id, form_name_agent } of forms) {
    demo.templateIds.set(form_link_id || form_name_agent, id);
  }
  const formCount = Object.keys(CHANGED).length + CREATED_FORMS.length;
  return `${formCount} form templates in ${FOLDERS.length} folders, ${count} of them for e-signature`;
}

async function addPdf(
  agentSession: AgentSession,
  formId: number,
  { title, pages }: { title: string; pages: string[] },
): Promise<void> {
  const bytes = await samplePdf(title, pages, agentSession.ctx.deps.clock.now());
  const { stored } = await readDocuments(agentSession.ctx, formId, async (store) => ({
    files: [await store({ name: `${title}.pdf`, bytes })],
    fields: new Map(),
    digest: '',
  }));
  await addDocuments(agentSession.ctx, stored);
}
