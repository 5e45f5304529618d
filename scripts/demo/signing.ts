import type { Signing } from '@ledgerline/contract/signing/endpoints';
import {
  openSessionForm,
  validateSessionLink,
} from '../../server/src/features/forms/public-forms/session-page/show-session-page.ts';
import { openEnvelope } from '../../server/src/features/signing/envelopes/open-envelope.ts';
import { openSigning, submitSigning } from '../../server/src/features/signing/pages/sign-document.ts';
import { startSigning } from '../../server/src/features/signing/pages/start-signing.ts';
import { type AgentSession, lastPart } from './agent-session.ts';
import { type Chosen, signAtDocusign } from './external-providers.ts';
import { sampleSignature } from './sample-files.ts';

const IMAGE = `data:image/png;base64,${sampleSignature().toString('base64')}`;
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1';
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36';

/** The advisor signs a form from the portal. */
export async function advisorSigns(
  agentSession: AgentSession,
  { form, agent }: { form: number; agent: number },
): Promise<void> {
  const { embedded_url } = await openEnvelope(agentSession.as(agent), String(form), 'advisor');
  await sign(agentSession, embedded_url, { browser: DESKTOP, chosen: {} });
}

/** The client opens the session's link and views a form, without signing it yet. */
export async function clientOpens(
  agentSession: AgentSession,
  { form, address }: { form: number; address: string },
) {
  await validateSessionLink(agentSession.visitor, { token: lastPart(address), is_preview: false });
  const { url } = await openSessionForm(await agentSession.client(address), form, {});
  const { signing_url } = await startSigning(await agentSession.client(url));
  if (!signing_url) throw new Error('the form is not ready to be signed');
  if (!agentSession.fakes) await openSigning(agentSession.signer(signing_url), PHONE);
  return signing_url;
}

/** The client opens the session's link and signs a form; the document is sealed if no other signature is missing. */
export async function clientSigns(
  agentSession: AgentSession,
  { form, address, chosen = {} }: { form: number; address: string; chosen?: Chosen },
): Promise<void> {
  const signingUrl = await clientOpens(agentSession, { form, address });
  await sign(agentSession, signingUrl, { browser: PHONE, chosen });
}

async function sign(
  agentSession: AgentSession,
  address: string,
  { browser, chosen }: { browser: string; chosen: Chosen },
): Promise<void> {
  if (agentSession.fakes) return signAtDocusign(agentSession, agentSession.fakes, { address, chosen });
  const ctx = agentSession.signer(address);
  const { data } = await openSigning(ctx, browser);
  agentSession.later(4);
  const signature = { method: 'drawn' as const, name: data.signer_name, image: IMAGE };
  const language = data.language ?? 'en';
  await submitSigning(ctx, { consent: true, language, signature, values: valuesOf(data, chosen) }, browser);
}

function valuesOf({ fields, signer_name }: Signing, chosen: Chosen): Record<string, string | boolean> {
  const mine = fields.filter(({ is_mine, kind }) => is_mine && kind !== 'signature');
  return Object.fromEntries(
    mine.map(({ name, label, kind, value, required }) => [
      name,
      chosen[label] ??
        value ??
        (kind === 'checkbox' ? false : required || kind === 'name' ? signer_name : ''),
    ]),
  );
}
