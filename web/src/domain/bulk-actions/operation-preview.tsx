import type { Operation, OperationSample } from '@ledgerline/contract/bulk-actions/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { DataTable } from '../../components/ui/data-table.tsx';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { useAgentNames } from '../agents/agent-names.ts';
import { actionText, isOfInvoices, recordsText, sampleText, textsOf } from './action-texts.ts';
import { OperationItems } from './operation-items.tsx';
import { useChangeOperation, useDiscardOperation, useDownloadOutcome } from './use-operations.ts';

interface OperationPreviewProps {
  operation: Operation;
  sample: OperationSample;
  /** The balance due of the invoices that would change, in cents. */
  balance: number | null;
  onBack: (() => void) | undefined;
  onStarted: (() => void) | undefined;
}

/** What would happen to how many records, before anything is changed. */
export function OperationPreview({ operation, sample, balance, onBack, onStarted }: OperationPreviewProps) {
  const { id, action, counts } = operation;
  useAgentNames();
  const run = useChangeOperation(id, 'run');
  const discard = useDiscardOperation();
  const download = useDownloadOutcome(id);
  const texts = textsOf(action);
  const count = recordsText(action, counts.pending);
  const [isConfirming, setConfirming] = useState(false);
  const start = () => run.mutate(undefined, { onSuccess: () => onStarted?.() });
  const left = counts.skipped + counts.rejected;
  return (
    <Stack gap="sm">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {actionText(action)}
      </Text>
      {counts.pending === 0 ? (
        <Alert color="yellow">{`${texts.nothing} The reasons are below.`}</Alert>
      ) : (
        <Text size="sm">
          {`${count} ${texts.planned}.${left > 0 ? ` ${recordsText(action, left)} will not; the reasons are below.` : ''}`}
        </Text>
      )}
      {sample.length > 0 && <Sample action={action} sample={sample} />}
      {sample.length > 0 && sample.length < counts.pending && (
        <Text size="sm" c="dimmed">
          {`${sample.length} of ${count} shown. Download the list to see all.`}
        </Text>
      )}
      <OperationItems operation={operation} views={['rejected', 'skipped']} />
      <FailureNote message={(isConfirming ? undefined : run.error?.message) ?? download.error?.message} />
      <Group justify="space-between" gap="xs">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Download List
        </Button>
        <Group gap="xs">
          {onBack && (
            <Button
              variant="default"
              onClick={() => {
                discard.mutate(id);
                onBack();
              }}
            >
              Back
            </Button>
          )}
          <Button
            disabled={counts.pending === 0}
            loading={run.isPending && !isConfirming}
            data-autofocus
            onClick={() => (texts.warning ? setConfirming(true) : start())}
          >
            {`${texts.verb} ${count}`}
          </Button>
        </Group>
      </Group>
      {texts.warning && (
        <ConfirmDialog
          opened={isConfirming}
          title={`${texts.verb} ${count}?`}
          message={`${count} with a balance of ${moneyDisplay(balance ?? 0)} ${texts.planned}. ${texts.warning}`}
          failure={run.error?.message}
          confirmLabel={`Yes, ${texts.verb} ${count}`}
          danger
          busy={run.isPending}
          onConfirm={start}
          onClose={() => setConfirming(false)}
        />
      )}
    </Stack>
  );
}

function Sample({ action, sample }: Pick<Operation, 'action'> & { sample: OperationSample }) {
  const [from, to] = textsOf(action).columns;
  return (
    <DataTable
      aria-label="Some of the changes"
      columns={[
        {
          id: 'record',
          header: isOfInvoices(action) ? 'Invoice' : 'Client',
          cell: ({ label }) => label || 'No name',
        },
        { id: 'from', header: from, cell: (row) => sampleText(action, row.from) },
        { id: 'to', header: to, cell: (row) => sampleText(action, row.to) },
      ]}
      rows={sample}
      rowId={({ record_id }) => record_id}
      look="quiet"
      verticalSpacing={6}
    />
  );
}
