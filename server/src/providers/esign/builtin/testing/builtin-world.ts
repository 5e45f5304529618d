import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SigningField } from '@ledgerline/contract/signing/endpoints';
import type { EsignSigner } from '#platform/ports/esign.ts';
import type { Chosen, EsignWorld } from '../../testing/esign-world.ts';
import { CLIENT_INFO, openEsign, PEOPLE, signingInput, templateNamed, ticketFor } from './esign-fixture.ts';
import { formPdf } from './wild-pdfs.ts';

/** The built-in provider, whose signers sign on its own screen. */
export async function openBuiltinWorld(): Promise<EsignWorld> {
  const { esign, clock, templatesDir, close } = await openEsign();
  await esign.addToLibrary('Changing.pdf', await formPdf());
  const [both, clientOnly, changing] = [
    await templateNamed(esign, 'Advisory Agreement'),
    await templateNamed(esign, 'HIPAA Authorization'),
    await templateNamed(esign, 'Changing'),
  ];
  const fieldsOf = async (envelopeId: string, signer: EsignSigner) =>
    (await esign.view(await ticketFor(esign, envelopeId, signer))).fields;
  return {
    ...{ esign, people: PEOPLE, templates: { both, clientOnly, changing } },
    now: () => clock.now(),
    options: {
      checkbox: 'Financial plan',
      otherCheckbox: 'Insurance review',
      list: 'Planning package',
      item: 'Premier',
    },
    async changeTemplate() {
      const without = await formPdf({ change: (pdf) => pdf.getOrCreateForm().removeField('dental') });
      await writeFile(path.join(templatesDir, 'Changing.pdf'), without);
    },
    async open(envelopeId, signer) {
      await esign.recordViewed(await ticketFor(esign, envelopeId, signer), CLIENT_INFO);
    },
    async sign(envelopeId, signer, chosen = {}) {
      const ticket = await ticketFor(esign, envelopeId, signer);
      const { fields, signerName } = await esign.view(ticket);
      await esign.sign(ticket, signingInput(signerName, entered(fields, chosen)), CLIENT_INFO);
    },
    async decline(envelopeId, signer) {
      await esign.decline(await ticketFor(esign, envelopeId, signer), 'I do not agree.', CLIENT_INFO);
    },
    async shown(envelopeId, signer, field) {
      const found = (await fieldsOf(envelopeId, signer)).find(({ name }) => name === field);
      return String(found?.value ?? '');
    },
    later: () => clock.advance(21 * 60_000),
    forged: [{ rawBody: Buffer.from('{"event":"envelope-completed"}'), headers: {} }],
    violations: () => [],
    close,
  };
}

/** Fills in the fields given by label, and some value in every other required field. */
function entered(fields: readonly SigningField[], { checkboxTabs = {}, listTabs = {} }: Chosen) {
  const values: Record<string, string | boolean> = {};
  for (const { name, label, kind, is_mine, required, value } of fields) {
    if (!is_mine) continue;
    const wanted = kind === 'checkbox' ? checkboxTabs[label] : kind === 'list' ? listTabs[label] : undefined;
    if (wanted !== undefined) values[name] = wanted;
    else if (kind === 'text' && required && !value) values[name] = 'Ana Prueba';
  }
  return values;
}
