import type { ClientContact } from '@ledgerline/contract/agents/contact/client-contact';
import type { getSignedCopy } from '@ledgerline/contract/public-forms/endpoints';
import { useEffect, useState } from 'react';
import { saveFrom } from '../../domain/downloads.ts';
import { ApiError } from '../../lib/api-error.ts';
import { here } from '../../lib/external-url.ts';
import type { LightEndpoint } from '../../lib/light-endpoints.ts';
import { AgentContact } from '../agent-contact.tsx';
import { formCaller } from '../api.ts';
import { poll } from '../poll.ts';
import { sessionPath } from '../session/return-path.ts';
import { useMessages } from '../texts/language.tsx';

/** Declared without schemas; a test compares it to the contract. */
export const GET_SIGNED_COPY: LightEndpoint<typeof getSignedCopy> = {
  method: 'GET',
  path: '/secure-access/form/copy',
};

const TRIES = 5;
const PAUSE_MS = 3000;

/** `waiting` for a signature; `fetching`: not available after several requests; `none`: not available to this visitor. */
type Found = 'loading' | 'available' | 'waiting' | 'fetching' | 'failed' | 'none';

const MESSAGES = {
  waiting: 'signedCopyLate',
  fetching: 'signedCopyComing',
  failed: 'signedCopyFailed',
} as const;

/** Download of the finished document, once everyone has signed, and whom to call; without a document only the latter. */
export function SignedCopy({ formLinkId }: { formLinkId: string | null }) {
  const copy = useCopy(formLinkId);
  if (formLinkId === null) return null;
  return (
    <>
      <CopyState copy={copy} formLinkId={formLinkId} />
      <AgentContact contact={copy.contact} />
    </>
  );
}

function CopyState({ copy, formLinkId }: { copy: ReturnType<typeof useCopy>; formLinkId: string }) {
  const { text } = useMessages();
  if (copy.found === 'loading' || copy.found === 'none') return null;
  if (copy.found === 'available') return <Download formLinkId={formLinkId} />;
  return (
    <>
      <p role="status">{text(MESSAGES[copy.found])}</p>
      <button
        type="button"
        className="button no-print"
        disabled={copy.isRetrying}
        onClick={() => void copy.retry(formLinkId)}
      >
        {text(copy.isRetrying ? 'loading' : 'tryAgain')}
      </button>
    </>
  );
}

function Download({ formLinkId }: { formLinkId: string }) {
  const { text } = useMessages();
  const [isFailed, setFailed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    setFailed(false);
    try {
      // Its address expires within minutes, so each press requests a new one.
      const { document: copy } = await formCaller(formLinkId)(GET_SIGNED_COPY);
      if (copy) saveFrom(here(copy.url), copy.file_name);
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
        className={`button ${sessionPath() === null ? 'primary' : ''} no-print`}
        disabled={isBusy}
        onClick={() => void download()}
      >
        {text('signedCopy')}
      </button>
      {isFailed && <p role="alert">{text('signedCopyFailed')}</p>}
    </>
  );
}

/** Polls a few times, because a document signed at another host is fetched in the background. */
function useCopy(formLinkId: string | null) {
  const [found, setFound] = useState<Found>('loading');
  const [isRetrying, setRetrying] = useState(false);
  const [contact, setContact] = useState<ClientContact>();
  useEffect(() => {
    if (formLinkId === null) return;
    return poll({
      tries: TRIES,
      pauseMs: PAUSE_MS,
      request: () => look(formLinkId),
      receive({ found: answer, contact: known }, isLast) {
        if (known) setContact(known);
        const isExpected = answer === 'waiting' || answer === 'fetching';
        if (isExpected && !isLast) return true;
        setFound(answer);
        return false;
      },
    });
  }, [formLinkId]);
  async function retry(id: string) {
    setRetrying(true);
    setFound((await look(id)).found);
    setRetrying(false);
  }
  return { found, contact, isRetrying, retry };
}

async function look(formLinkId: string): Promise<{ found: Found; contact?: ClientContact }> {
  try {
    const { document, missing, contact } = await formCaller(formLinkId)(GET_SIGNED_COPY);
    return { found: document ? 'available' : (missing ?? 'none'), contact };
  } catch (error) {
    console.warn('the state of the signed copy could not be loaded', error);
    const isRejected = error instanceof ApiError && [401, 403, 404].includes(error.status ?? 0);
    return { found: isRejected ? 'none' : 'failed' };
  }
}
