import { type APIRequestContext, expect } from '@playwright/test';
import { sampleSignature } from '../scripts/demo/sample-files.ts';
import type { Portal } from './fixtures.ts';

interface SigningField {
  name: string;
  kind: string;
  is_mine: boolean;
  options: string[];
  value: string | boolean | null;
}

/** Signs the first form of a session as the client, with the API calls that the pages make. */
export async function signAsClient(
  agent: Portal,
  request: APIRequestContext,
  { id, formIds }: { id: number; formIds: number[] },
): Promise<void> {
  const { url } = await agent.send('post', `/session/${id}/generate-token`, {});
  const session = as(request, url);
  const opened = await session('post', `/secure-access/session/forms/${formIds[0]}/open`, {});
  const { signing_url } = await as(request, opened.url)('post', '/secure-access/form/sign');
  const client = as(request, signing_url);
  const { data } = await client('get', '/esign/signing');
  const image = `data:image/png;base64,${sampleSignature().toString('base64')}`;
  const signature = { method: 'drawn', name: data.signer_name, image };
  await client('post', '/esign/signing', {
    ...{ consent: true, language: 'en', signature, values: valuesOf(data.fields) },
  });
}

/** Sends API calls with the token at the end of a link. */
function as(request: APIRequestContext, address: string) {
  const headers = { authorization: `Bearer ${address.split('/').at(-1)}` };
  return async (method: 'get' | 'post', path: string, data?: unknown) => {
    const answer = await request[method](`/api${path}`, { headers, ...(data ? { data } : {}) });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
}

function valuesOf(fields: SigningField[]): Record<string, string | boolean> {
  const mine = fields.filter(({ is_mine, kind }) => is_mine && kind !== 'signature');
  return Object.fromEntries(
    mine.map(({ name, kind, value, options }) => [
      name,
      value || ({ checkbox: false, list: options.at(-1) ?? '' }[kind] ?? 'Ida'),
    ]),
  );
}
