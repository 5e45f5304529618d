import type { getSignedCopy } from '@ledgerline/contract/public-forms/endpoints';
import { useEffect, useState } from 'react';
import type { LightEndpoint } from '../../lib/light-endpoints.ts';
import { here } from '../../lib/outside-address.ts';
import { formCaller } from '../api.ts';
import { useWords } from '../texts/language.tsx';

/** Without its schemas. A test holds it to the contract. */
export const GET_SIGNED_COPY: LightEndpoint<typeof getSignedCopy> = {
  name: 'getSignedCopy',
  method: 'GET',
  path: '/secure-access/form/copy',
};

const TRIES = 5;
const PAUSE_MS = 3000;

/** The finished document to take along, once every signature is there; nothing where there is none to give. */
export function SignedCopy({ formLinkId }: { formLinkId: string | null }) {
  const { text } = useWords();
  const isThere = useIsThere(formLinkId);
  const [isFailed, setFailed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (formLinkId === null || !isThere) return null;
  async function download(id: string) {
    setBusy(true);
    setFailed(false);
    try {
      // Its address lasts minutes: a new one for every press.
      const { document: copy } = await formCaller(id)(GET_SIGNED_COPY);
      if (copy) save(copy);
      else setFailed(true);
    } catch (error) {
      console.warn('the copy could not be downloaded', error);
      setFailed(true);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <button
        type="button"
        className="button primary no-print"
        disabled={isBusy}
        onClick={() => void download(formLinkId)}
      >
        {text('signedCopy')}
      </button>
      {isFailed && <p role="alert">{text('declineFailed')}</p>}
    </>
  );
}

/** Asks a few times: a document that was signed at another host is fetched in the meantime. */
function useIsThere(formLinkId: string | null): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    if (formLinkId === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    async function ask(id: string, triesLeft: number) {
      const found = await formCaller(id)(GET_SIGNED_COPY).catch(() => null);
      if (isGone) return;
      if (found?.document) setThere(true);
      else if (found && triesLeft > 1) timer = setTimeout(() => void ask(id, triesLeft - 1), PAUSE_MS);
    }
    void ask(formLinkId, TRIES);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [formLinkId]);
  return isThere;
}

function save({ url, file_name }: { url: string; file_name: string }): void {
  const anchor = document.createElement('a');
  // Another host's name would make the browser show it instead of keeping it.
  anchor.href = here(url);
  anchor.download = file_name;
  anchor.click();
}
