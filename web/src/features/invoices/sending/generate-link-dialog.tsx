import { LINK_STEPS } from '@ledgerline/contract/invoices/endpoints';
import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { COPIED_MS } from '@ledgerline/contract/rules';
import { Button, Group, Loader, Stack, Text, TextInput, ThemeIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { COPY_FAILED, CopyButton } from '../../../components/ui/copy-button.tsx';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { subscribeLive } from '../../../lib/live.ts';
import { useGenerateLink } from '../api.ts';
import styles from '../invoice-dialog.module.css';
import { refOf } from '../invoice-display.ts';

interface GenerateLinkDialogProps {
  invoice: InvoiceRow;
  onClose: () => void;
}

const TITLES = {
  loading: 'Generating Payment Link...',
  success: 'Payment Link Ready',
  error: 'Error Generating Link',
} as const;

/** Creates a payment link and shows the steps, then the link or the error (1§2, 1§4). */
export function GenerateLinkDialog({ invoice, onClose }: GenerateLinkDialogProps) {
  const { mutate, data: url, error, isPending, isIdle } = useGenerateLink(invoice.id);
  const reached = useLinkSteps(invoice.id);
  const isStarted = useRef(false);
  useEffect(() => {
    // Effects run twice in development, but the link must be requested once.
    if (isStarted.current) return;
    isStarted.current = true;
    mutate();
  }, [mutate]);
  useEffect(() => {
    if (error) console.error('the payment link was not created', error);
  }, [error]);
  const state = isPending || isIdle ? 'loading' : error ? 'error' : 'success';
  return (
    <GuardedModal opened onClose={() => state !== 'loading' && onClose()} title={TITLES[state]} size="md">
      {state === 'loading' && <Steps reached={reached} reference={refOf(invoice)} />}
      {state === 'success' && <Ready url={url ?? ''} invoice={invoice} onClose={onClose} />}
      {state === 'error' && <Failed message={error?.message ?? ''} onClose={onClose} />}
    </GuardedModal>
  );
}

const STEPS = [
  'Creating provider customer',
  'Creating order',
  'Publishing invoice',
  'Generating payment URL',
] as const;

function Steps({ reached, reference }: { reached: number; reference: string }) {
  const current = reached + 1;
  return (
    <Stack gap="sm" role="status">
      <Text size="sm" c="dimmed">
        Invoice {reference}
      </Text>
      <ol className={`plain ${styles.steps}`}>
        {STEPS.map((step, index) => (
          <li key={step} {...(index === current ? { 'aria-current': 'step' } : {})}>
            <StepMark isDone={index < current} isCurrent={index === current} />
            <Text span size="sm" {...(index > current ? { c: 'dimmed' } : {})}>
              {step}
            </Text>
          </li>
        ))}
      </ol>
    </Stack>
  );
}

function StepMark({ isDone, isCurrent }: { isDone: boolean; isCurrent: boolean }) {
  if (isCurrent) return <Loader size={18} aria-label="In progress" />;
  return (
    <ThemeIcon
      size={18}
      radius="xl"
      variant="light"
      color={isDone ? 'green' : 'gray'}
      role="img"
      aria-label={isDone ? 'Done' : 'Pending'}
    >
      {isDone ? <IconCheck size={12} aria-hidden /> : <IconCircle size={10} aria-hidden />}
    </ThemeIcon>
  );
}

function Ready({ url, invoice, onClose }: GenerateLinkDialogProps & { url: string }) {
  const clipboard = useClipboard({ timeout: COPIED_MS });
  // The button shows the confirmation for 2 s; the text stays.
  const [wasCopied, setWasCopied] = useState(false);
  if (clipboard.copied && !wasCopied) setWasCopied(true);
  const copy = useEffectEvent(() => clipboard.copy(url));
  useEffect(() => copy(), []);
  return (
    <Stack gap="md">
      <TextInput
        label="Payment link"
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        rightSectionWidth={104}
        error={clipboard.error && COPY_FAILED}
      />
      <Text size="sm" c="dimmed" role="status">
        {wasCopied
          ? 'The link was copied to the clipboard.'
          : `Anyone who has this link can ${invoice.total_cents === 0 ? 'view' : 'pay'} the invoice.`}
      </Text>
      <Group justify="flex-end" gap="xs">
        <CopyButton value={url} clipboard={clipboard} />
        <Button onClick={onClose} autoFocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

const FAILED = 'Failed to generate payment link';

/** The error message, unless it only repeats the heading. */
function Failed({ message, onClose }: { message: string; onClose: () => void }) {
  return (
    <Stack gap="sm" role="alert">
      <Text size="sm" fw={500}>
        {FAILED}
      </Text>
      {message !== FAILED && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        Please try again or contact support if the issue persists.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} autoFocus>
          Close
        </Button>
      </Group>
    </Stack>
  );
}

const PREFIX = 'link:';

/** Progress of a payment link: index of the last completed step, -1 before the first. */
function useLinkSteps(invoiceId: number): number {
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
