import { openSessionForm } from '@ledgerline/contract/public-forms/endpoints';
import { useRef, useState } from 'react';
import { here } from '../../lib/external-url.ts';
import { sessionCall } from '../api.ts';
import { storedPasscode, storeReturnPath } from '../session/return-path.ts';
import { visit } from '../session/visit.ts';

/** Requests the form's address and navigates there; a file opens in a dialog. */
export function useOpenForm({ id }: { id: number }, onShow: (url: string) => void) {
  const [state, setState] = useState<'idle' | 'opening' | 'failed'>('idle');
  const isRunning = useRef(false);
  async function request() {
    if (isRunning.current) return;
    isRunning.current = true;
    setState('opening');
    try {
      const passcode = storedPasscode();
      const body = passcode === undefined ? {} : { passcode };
      const { url } = await sessionCall(openSessionForm, { params: { id }, body });
      setState('idle');
      if (here(url).startsWith('/api/files/')) onShow(url);
      else {
        storeReturnPath(url);
        visit(url);
      }
    } catch (error) {
      console.warn('the form could not be opened', error);
      setState('failed');
    } finally {
      isRunning.current = false;
    }
  }
  return { isOpening: state === 'opening', isFailed: state === 'failed', open: () => void request() };
}
