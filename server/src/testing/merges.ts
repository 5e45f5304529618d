import {
  type MergeChoices,
  mergeClients,
  previewMerge,
} from '@ledgerline/contract/clients/merging/endpoints';
import type { signInAs } from './factories.ts';

type Agent = Awaited<ReturnType<typeof signInAs>>;

/** Merges as the page does: with what the preview showed. */
export async function mergeAs(by: Agent, into: number, others: number[], choices: MergeChoices = {}) {
  const shown = await by.call(previewMerge, { query: { ids: [into, ...others].join(',') } });
  if (shown.status !== 200) return { status: shown.status, error: shown.error, preview: null, body: null };
  const seen = Object.fromEntries(shown.body.data.map(({ id, client }) => [String(id), client.updated_at]));
  const { status, body, error } = await by.call(mergeClients, { body: { into, others, choices, seen } });
  return { status, error, body, preview: shown.body };
}

export async function mergedAs(...input: Parameters<typeof mergeAs>) {
  const result = await mergeAs(...input);
  if (result.body === null || result.status !== 200) throw new Error(JSON.stringify(result.error));
  return { ...result.body, preview: result.preview };
}
