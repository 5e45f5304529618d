import type { PublicSettings } from '@ledgerline/contract/settings/endpoints';
import { notePublicUrl } from './external-url.ts';

/** The settings that the server wrote into the page, so that nobody waits for them; nothing while developing. */
export function settingsOfPage(): PublicSettings | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="public-settings"]')?.content;
  if (!content) return undefined;
  const settings: PublicSettings = JSON.parse(content);
  notePublicUrl(settings.public_url);
  return settings;
}
