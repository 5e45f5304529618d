import type { PublicSettings } from '@ledgerline/contract/settings/endpoints';
import { setPublicUrl } from './external-url.ts';

/** Settings that the server inlined into the page, so that nothing waits for them; empty during development. */
export function settingsOfPage(): PublicSettings | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="public-settings"]')?.content;
  if (!content) return undefined;
  const settings: PublicSettings = JSON.parse(content);
  setPublicUrl(settings.public_url);
  return settings;
}
