import type { Operation, OperationSample } from '@ledgerline/contract/bulk-actions/endpoints';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { DataTable } from '../../components/ui/data-table.tsx';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { useAgentNames } from '../agents/agent-names.ts';
import { actionText, clientsText, isEmail, sampleText, textsOf } from './action-texts.ts';
import { OperationItems } from './operation-items.tsx';
import { useChangeOperation, useDiscardOperation, useDownloadOutcome } from './use-operations.ts';

interface OperationPreviewProps {
  operation: Operation;
  sample: OperationSample;
  onBack: (() => void) | undefined;
  onStarted: (() => void) | undefined;
}

/** What would happen to how many clients, before anything is changed. */
export function OperationPreview({ operation, sample, onBack, onStarted }: OperationPreviewProps) {
  const { id, action, counts } = operation;
  useAgentNames();
  const run = useChangeOperation(id, 'run');
  const discard = useDiscardOperation();
  const download = useDownloadOutcome(id);
  const texts = textsOf(action);
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
          {`${clientsText(counts.pending)} ${texts.planned}.${left > 0 ? ` ${clientsText(left)} will not; the reasons are below.` : ''}`}
        </Text>
      )}
      {sample.length > 0 && <Sample action={action} sample={sample} />}
      {left > 0 && (
        <OperationItems operation={operation} show={counts.rejected > 0 ? 'rejected' : 'skipped'} />
      )}
      <FailureNote message={run.error?.message ?? download.error?.message} />
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
            loading={run.isPending}
            data-autofocus
            onClick={() => run.mutate(undefined, { onSuccess: () => onStarted?.() })}
          >
            {`${texts.verb} ${clientsText(counts.pending)}`}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

function Sample({ action, sample }: Pick<Operation, 'action'> & { sample: OperationSample }) {
  return (
    <DataTable
      aria-label="Some of the changes"
      columns={[
        { id: 'client', header: 'Client', cell: ({ label }) => label || 'No name' },
        {
          id: 'from',
          header: isEmail(action) ? 'Session' : 'Now',
          cell: ({ from }) => sampleText(action, from),
        },
        { id: 'to', header: isEmail(action) ? 'Email to' : 'Then', cell: ({ to }) => sampleText(action, to) },
      ]}
      rows={sample}
      rowId={({ record_id }) => record_id}
      look="quiet"
      verticalSpacing={6}
    />
  );
}
