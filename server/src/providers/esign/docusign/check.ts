import { EsignError } from '#platform/ports/esign.ts';
import type { CheckLine } from '../../check-line.ts';
import { docusignTools } from './docusign-esign.ts';
import { type DocusignOptions, settingsOf } from './settings.ts';
import { returnUrlOf } from './signing-url.ts';
import { templateListSchema } from './wire.ts';

/** Signs in, finds the account and lists templates; reports in one line each what works and what does not. */
export async function checkDocusign(options: DocusignOptions): Promise<CheckLine[]> {
  const secrets = options.config.DOCUSIGN_CONNECT_SECRETS.length;
  const connect: CheckLine = {
    part: 'esign',
    ok: secrets > 0,
    what: 'docusign connect',
    detail:
      secrets > 0
        ? `${secrets} ${secrets === 1 ? 'secret' : 'secrets'} for webhooks`
        : 'DOCUSIGN_CONNECT_SECRETS is not set: no webhook will be accepted',
  };
  const back = await attempt('docusign return address', async () => ({
    detail: returnUrlOf(settingsOf(options.config).publicUrl, '/'),
  }));
  return [...(await checkCalls(options)), back.line, connect];
}

async function checkCalls(options: DocusignOptions): Promise<CheckLine[]> {
  const signIn = await attempt('docusign sign-in', async () => {
    const tools = docusignTools(options);
    const { restUrl, accountName } = await tools.access.get();
    return { tools, detail: [accountName, restUrl].filter(Boolean).join(', ') };
  });
  if (!signIn.result) return [signIn.line];
  const { client } = signIn.result.tools;
  const templates = await attempt('docusign templates', async () => {
    const page = await client.read('/templates', templateListSchema, { query: { count: '1' } });
    return { detail: `${page.totalSetSize || page.envelopeTemplates.length} in the account` };
  });
  return [signIn.line, templates.line];
}

async function attempt<Result extends { detail: string }>(
  what: string,
  work: () => Promise<Result>,
): Promise<{ line: CheckLine; result: Result | null }> {
  try {
    const result = await work();
    return { line: { part: 'esign', ok: true, what, detail: result.detail }, result };
  } catch (error) {
    if (!(error instanceof EsignError)) throw error;
    return { line: { part: 'esign', ok: false, what, detail: reasonOf(error) }, result: null };
  }
}

function reasonOf(error: EsignError): string {
  const more = error.cause instanceof Error ? error.cause.message : '';
  return more ? `${error.message} (${more})` : error.message;
}
