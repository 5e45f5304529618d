import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import styles from './rich-text.module.css';

/** What browsers skip when they read an address. */
const SKIPPED = /[\s\p{Cc}]/gu;

// `//host` would lead to whatever host it names; the server takes it out as well.
DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  const address = node.getAttribute('href')?.replaceAll(SKIPPED, '') ?? '';
  if (/^[/\\]{2}/.test(address)) node.removeAttribute('href');
});

/** Formatted text of a person, cleaned again before it is shown (decisions B13). */
export function RichText({ html }: { html: string }) {
  const clean = useMemo(
    () =>
      DOMPurify.sanitize(html, {
        USE_PROFILES: { html: true },
        FORBID_TAGS: ['style', 'form', 'input'],
        FORBID_ATTR: ['style'],
      }),
    [html],
  );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify on the line above
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: clean }} />;
}
