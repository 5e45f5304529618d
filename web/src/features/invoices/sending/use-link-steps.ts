import { LINK_STEPS } from '@ledgerline/contract/invoices/endpoints';
import { useEffect, useState } from 'react';
import { subscribeLive } from '../../../lib/live.ts';

const PREFIX = 'link:';

/** How far the server is with a payment link: the last of the steps that are done, -1 before the first. */
export function useLinkSteps(invoiceId: number): number {
  const [reached, setReached] = useState(-1);
  useEffect(
    () =>
      subscribeLive(({ kind, ids, fields }) => {
        if (kind !== 'invoices' || !ids?.includes(invoiceId)) return;
        const steps = (fields ?? []).filter((field) => field.startsWith(PREFIX));
        const indexes = steps.map((field) => LINK_STEPS.map(String).indexOf(field.slice(PREFIX.length)));
        // Events may come late; work once done is not undone.
        setReached((old) => Math.max(old, ...indexes));
      }),
    [invoiceId],
  );
  return reached;
}
