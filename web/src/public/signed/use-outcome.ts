import type { SigningOutcome } from '@ledgerline/contract/signing/endpoints';
import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { openCall } from '../api.ts';
import { CONFIRM_SIGNING } from './confirm-signing.ts';

const POLL_MS = 3000;
/** On some polls the server queries the provider; on the others it reads its own state. */
const POLLS_PER_QUERY = 5;
/** Polling ends after two minutes; by then the page has told the visitor that they can leave. */
const MAX_POLLS = 40;

export type Outcome = SigningOutcome | 'unknown';

/** The outcome confirmed by the provider, polled for a while. `unknown` means an invalid return token. */
export function useOutcome(mark: string): Outcome {
  const [outcome, setOutcome] = useState<Outcome>('waiting');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const poll = async (count: number) => {
      const found = await pollOnce(mark, count % POLLS_PER_QUERY === 0);
      if (isGone) return;
      if (found !== 'waiting') setOutcome(found);
      else if (count + 1 < MAX_POLLS) timer = setTimeout(() => void poll(count + 1), POLL_MS);
    };
    void poll(0);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [mark]);
  return outcome;
}

async function pollOnce(state: string, ask: boolean): Promise<Outcome> {
  try {
    return (await openCall(CONFIRM_SIGNING, { body: { state, ask } })).outcome;
  } catch (error) {
    console.warn('the signing outcome could not be loaded', error);
    return error instanceof ApiError && [400, 401, 404].includes(error.status ?? 0) ? 'unknown' : 'waiting';
  }
}
