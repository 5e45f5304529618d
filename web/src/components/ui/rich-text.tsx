import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import styles from './rich-text.module.css';

/** Characters browsers skip when parsing a URL. */
const SKIPPED = /[\s\p{Cc}]/gu;

// `//host` would lead to an arbitrary host; the server removes it as well.
DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  const address = node.getAttribute('href')?.replaceAll(SKIPPED, '') ?? '';
  if (/^[/\\]{2}/.test(address)) node.removeAttribute('href');
});

/** User-provided rich text, sanitized again before rendering (decisions B13). */
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
