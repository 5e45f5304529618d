import { DEFAULT_TEMPLATES } from '@ledgerline/fakes/docusign/default-templates';
import type { NewTemplate } from '@ledgerline/fakes/docusign/template-maker';
import type { EsignSigner } from '#platform/ports/esign.ts';
import type { EsignWorld } from '../../testing/esign-world.ts';
import { NEXT_POLL_MS, openDocusign, PEOPLE, RETURN_URL, templateOf } from './docusign-fixture.ts';

const ROLES = { advisor: 'Advisor', client: 'Client' } as const;
const CHANGING: NewTemplate = {
  name: 'Changing',
  roles: ['Client'],
  fields: [{ role: 'Client', kind: 'checkbox', label: 'dental' }],
};

/** The DocuSign adapter, with a fake DocuSign at which people sign. */
export async function openDocusignWorld(): Promise<EsignWorld> {
  const { esign, fake, clock, close } = await openDocusign({ templates: [...DEFAULT_TEMPLATES, CHANGING] });
  fake.polling.isEnforced = true;
  const changing = templateOf(fake, 'Changing');
  const visit = async (envelopeId: string, signer: EsignSigner) => {
    fake.open(await esign.signingUrl({ envelopeId, signer, returnUrl: RETURN_URL }));
  };
  const body = '{"event":"envelope-completed","data":{}}';
  const forger = fake.connect.signed(body, ['an unknown secret']);
  const right = fake.connect.signed(body);
  return {
    ...{ esign, people: PEOPLE, now: () => clock.now() },
    templates: {
      both: templateOf(fake, 'Advisory Agreement'),
      clientOnly: templateOf(fake, 'HIPAA Authorization'),
      changing,
    },
    options: {
      checkbox: 'financial_plan',
      otherCheckbox: 'insurance_review',
      list: 'planning_package',
      item: 'Premier',
    },
    async changeTemplate() {
      fake.changeTemplate(changing, { ...CHANGING, fields: [] });
    },
    open: visit,
    async sign(envelopeId, signer, { checkboxTabs = {}, listTabs = {} } = {}) {
      await visit(envelopeId, signer);
      fake.sign(envelopeId, ROLES[signer], { checkboxes: checkboxTabs, lists: listTabs });
    },
    async decline(envelopeId, signer) {
      await visit(envelopeId, signer);
      fake.decline(envelopeId, ROLES[signer]);
    },
    async shown(envelopeId, signer, field) {
      const { tabs } = fake.recipient(envelopeId, ROLES[signer]);
      return tabs.textTabs?.find(({ tabLabel }) => tabLabel === field)?.value ?? '';
    },
    later: () => clock.advance(NEXT_POLL_MS),
    forged: [
      { rawBody: Buffer.from(body), headers: {} },
      { rawBody: Buffer.from(body), headers: { 'x-docusign-signature-1': '' } },
      { rawBody: Buffer.from(body), headers: forger.headers },
      { rawBody: Buffer.from(`${body} `), headers: right.headers },
    ],
    violations: () => [...fake.http.violations, ...fake.polling.violations, ...fake.ignored],
    close,
  };
}
