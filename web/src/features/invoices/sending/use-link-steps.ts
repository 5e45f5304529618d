import { LINK_STEPS } from '@ledgerline/contract/invoices/endpoints';
import { useEffect, useState } from 'react';
import { subscribeLive } from '../../../lib/live.ts';

const PREFIX = 'link:';

/** Progress of a payment link: index of the last completed step, -1 before the first. */
export function useLinkSteps(invoiceId: number): number {
  const [reached, setReached] = useState(-1);
  useEffect(
    () =>
      subscribeLive(({ kind, ids, fields }) => {
        if (kind !== 'invoices' || !ids?.includes(invoiceId)) return;
        const steps = (fields ?? []).filter((field) => field.startsWith(PREFIX));
        const indexes = steps.map((field) => LINK_STEPS.map(String).indexOf(field.slice(PREFIX.length)));
        // Events may arrive out of order, so progress never decreases.
        setReached((old) => Math.max(old, ...indexes));
      }),
    [invoiceId],
  );
  return reached;
}
