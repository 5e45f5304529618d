import { getPayPage, type PayPage } from '@ledgerline/contract/pay-page/endpoints';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { openCall } from '../api.ts';
import { type Failure, failureOf } from '../session/link-error.ts';
import { visit } from '../session/visit.ts';
import { useMessages } from '../texts/language.tsx';

/** The result of an attempt that was not declined. */
export interface Paid {
  state: 'paid' | 'partially_paid' | 'processing';
  amount_cents: number;
}

/** A message above the invoice. */
export type BannerKey = 'payDeclined' | 'payBounced' | 'payChanged' | 'payStale' | 'staleAway';

/** The page may be stale. Shown discreetly, and never in place of the result of a payment. */
export function isStale(banner: BannerKey | null): boolean {
  return banner === 'payStale' || banner === 'staleAway';
}

export interface OpenInvoice {
  state: 'open';
  page: PayPage;
  /** This visitor's payment, until they continue to the balance. */
  paid: Paid | null;
  banner: BannerKey | null;
  showBanner: (banner: BannerKey | null) => void;
  /** A payment was made: `after` is the page with what is due now. */
  showThanks: (paid: Paid, after: PayPage) => void;
  /** Goes from the thank-you to the balance. */
  payBalance: () => void;
  /** The balance is being paid. */
  isBalance: boolean;
  refetch: () => void;
  /** The page has been in preparation for longer than people wait. */
  isLate: boolean;
}

type Opened =
  | { state: 'loading'; refetch: () => void }
  | { state: Failure; open: () => void; refetch: () => void }
  | { state: 'unknown'; refetch: () => void }
  | OpenInvoice;

/** Polling interval while a payment is processing or a page is being prepared. */
const POLL_MS = 5000;
/** After this time, a page that is being prepared is polled less often. */
const LONG_MS = 3 * 60_000;
const SLOW_POLL_MS = 60_000;

/** The invoice of a pay page, refetched after each payment and while one is processing. */
export function useOpenInvoice(token: string): Opened {
  const { suggestLanguage } = useMessages();
  const [page, setPage] = useState<PayPage | 'loading' | Failure | 'unknown'>('loading');
  const [paid, setPaid] = useState<Paid | null>(null);
  const [banner, showBanner] = useState<BannerKey | null>(null);
  const [isBalance, setBalance] = useState(false);
  const isReading = useRef(false);
  /** Counts payments: a request that started before a payment returns a stale amount. */
  const payments = useRef(0);
  const read = useCallback(async () => (await openCall(getPayPage, { params: { token } })).data, [token]);
  const open = useCallback(async () => {
    setPage('loading');
    try {
      const data = await read();
      if (data.language) suggestLanguage(data.language);
      // An external provider takes the payment on its own page. Until it opens, this page keeps loading.
      if (data.redirect_url !== null) visit(data.redirect_url, { replace: true });
      else setPage(data);
    } catch (error) {
      console.warn('the invoice could not be loaded', error);
      const isRejected = error instanceof ApiError && [400, 404].includes(error.status ?? 0);
      setPage(isRejected ? 'unknown' : failureOf(error));
    }
  }, [read, suggestLanguage]);
  useEffect(() => {
    void open();
  }, [open]);

  const isOpen = typeof page !== 'string';
  const isProcessing = isOpen && (page.state === 'processing' || paid?.state === 'processing');
  /** A bank transfer that failed leaves everything due again. */
  function show(data: PayPage) {
    if (data.redirect_url !== null) return visit(data.redirect_url, { replace: true });
    setPage(data);
    if (isProcessing && data.state === 'open') {
      setPaid(null);
      showBanner('payBounced');
    } else showBanner((current) => (isStale(current) ? null : current));
    if (isProcessing && data.state === 'paid') setPaid((known) => known && { ...known, state: 'paid' });
  }
  const refetch = async () => {
    if (!isOpen || isReading.current) return;
    isReading.current = true;
    const before = payments.current;
    try {
      const data = await read();
      if (before === payments.current) show(data);
    } catch (error) {
      console.warn('the invoice could not be refetched', error);
      const stale = failureOf(error) === 'away' ? 'staleAway' : 'payStale';
      showBanner((current) => (current === null || isStale(current) ? stale : current));
    }
    isReading.current = false;
  };
  function showAfter(data: PayPage) {
    payments.current += 1;
    setPage(data);
  }
  const poll = useEffectEvent(() => void refetch());
  const isPreparing = isOpen && page.state === 'preparing';
  const isLate = useTrueAfter(isPreparing, LONG_MS);
  const pollMs = isProcessing || (isPreparing && !isLate) ? POLL_MS : isPreparing ? SLOW_POLL_MS : null;
  useEffect(() => {
    if (pollMs === null) return;
    const timer = setInterval(() => poll(), pollMs);
    return () => clearInterval(timer);
  }, [pollMs]);

  const again = () => void refetch();
  if (page === 'loading' || page === 'unknown') return { state: page, refetch: again };
  if (page === 'failed' || page === 'away') return { state: page, open: () => void open(), refetch: again };
  return {
    state: 'open',
    page,
    paid,
    banner,
    showBanner,
    showThanks: (done, after) => {
      showBanner(null);
      setPaid(done);
      showAfter(after);
    },
    payBalance: () => {
      setBalance(true);
      setPaid(null);
    },
    isBalance,
    isLate,
    refetch: again,
  };
}

/** Whether a condition has been true for this long. */
function useTrueAfter(isTrue: boolean, ms: number): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isTrue) return;
    const timer = setTimeout(() => setLong(true), ms);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isTrue, ms]);
  return isLong;
}
