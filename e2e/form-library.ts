import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { type Portal, unique } from './fixtures.ts';

const SAMPLES = path.join(import.meta.dirname, '../server/src/providers/esign/builtin/samples');

type Sample = 'Advisory Agreement' | 'HIPAA Authorization';

/** Uploads a sample document of the product to the library under a unique name; Sync Templates has not run yet. */
export async function uploadSample(portal: Portal, sample: Sample): Promise<string> {
  const name = unique(`${sample} `);
  const buffer = await readFile(path.join(SAMPLES, `${sample}.pdf`));
  await portal.upload('/esign/library', {
    file: { name: `${name}.pdf`, mimeType: 'application/pdf', buffer },
  });
  return name;
}

/** A template of a sample document that no other journey uses. */
export async function signingTemplate(portal: Portal, sample: Sample): Promise<Template> {
  const name = await uploadSample(portal, sample);
  await portal.send('post', '/docusign/sync-templates');
  return templateNamed(portal, name);
}

async function templateNamed(portal: Portal, name: string): Promise<Template> {
  const { forms } = await portal.send('get', '/global-forms');
  const found = forms.find(({ form_name_agent }: Template) => form_name_agent === name);
  if (!found) throw new Error(`no template is named ${name}`);
  return found;
}

/** A registered web form. */
export async function webFormTemplate(portal: Portal, formLinkId: string): Promise<Template> {
  const { forms } = await portal.send('get', '/global-forms');
  const found = forms.find(({ form_link_id }: Template) => form_link_id === formLinkId);
  if (!found) throw new Error(`no template has the link id ${formLinkId}`);
  return found;
}

/** A session of a client with these templates. */
export async function openSession(
  portal: Portal,
  clientId: number,
  templates: readonly Template[],
): Promise<{ id: number; formIds: number[] }> {
  const { id } = await portal.send('post', '/session', {
    client_id: clientId,
    session_type: 'Annual review',
  });
  const formIds: number[] = [];
  for (const { id: form_id } of templates) {
    formIds.push((await portal.send('post', '/sessionforms', { session_id: id, form_id })).id);
  }
  return { id, formIds };
}

/** The path of the page that the client of a session sees. */
export async function sessionPagePath(portal: Portal, sessionId: number): Promise<string> {
  const { url } = await portal.send('post', `/session/${sessionId}/generate-token`, {});
  return new URL(url).pathname;
}
