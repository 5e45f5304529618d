import { COPIED_MS, POPUP_HEIGHT_PX, POPUP_WIDTH_PX } from '@ledgerline/contract/rules';
import { useEffect, useState } from 'react';

const NOT_READY = 'Secure link not available yet. Please wait for it to generate.';

export interface LinkMessage {
  text: string;
  isBad: boolean;
}

/** Copies and opens a link, with the messages of 1§8; null while the link is being created. */
export function useLinkActions(url: string | null) {
  const [message, setMessage] = useState<LinkMessage | null>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const bad = (text: string) => setMessage({ text, isBad: true });

  async function copy() {
    if (!url) return bad(NOT_READY);
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      setMessage({ text: 'Link copied to clipboard!', isBad: false });
    } catch (error) {
      console.error('the link could not be copied', error);
      bad('Failed to copy link to clipboard');
    }
  }
  /** Opened synchronously in the click handler, or popup blockers stop it. `part` is appended to the URL. */
  function view(part = '') {
    if (!url) return bad(NOT_READY);
    try {
      const size = `width=${POPUP_WIDTH_PX},height=${POPUP_HEIGHT_PX}`;
      const opened = window.open(`${url}${part}`, '_blank', size);
      if (!opened) return bad('Please allow popups for this site to open the form link');
      // The client's page must not access the portal through window.opener.
      opened.opener = null;
      setMessage(null);
    } catch (error) {
      console.error('the form link could not be opened', error);
      bad('Failed to open form link. Please try again.');
    }
  }
  const isOutdated = url !== null && message?.text === NOT_READY;
  return { message: isOutdated ? null : message, isCopied, copy, view, showNotReady: () => bad(NOT_READY) };
}
