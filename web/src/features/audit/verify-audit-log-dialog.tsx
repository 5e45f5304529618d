import type { AuditChain, AuditCheck } from '@ledgerline/contract/audit-checks/endpoints';
import { Alert, Button, List, Progress, Stack, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { ClosingDialog } from '../../components/ui/closing-dialog.tsx';
import type { Openable } from '../../components/ui/dialog.tsx';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { Fact, Facts } from '../../components/ui/facts.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { momentText } from '../../domain/days.ts';
import { useAuditChain, useStartAuditCheck } from './api.ts';

const INTACT = { color: 'teal', title: 'Audit log verified' };
const NOT_INTACT = { color: 'red', title: 'Audit log has been altered' };
const EMPTY_CHAIN = { color: 'gray', title: 'Nothing to verify yet' };

const count = new Intl.NumberFormat('en-US');
const rowsOf = (rows: number) => (rows === 1 ? '1 entry' : `${count.format(rows)} entries`);

/** State of the hash chain, and verification of every entry against it (decision 061). */
export function VerifyAuditLogDialog({ opened, onClose }: Openable) {
  const query = useAuditChain(opened);
  const start = useStartAuditCheck();
  const isRunning = query.data?.check?.state === 'running';
  return (
    <ClosingDialog
      opened={opened}
      onClose={onClose}
      title="Verify the Audit Log"
      size="lg"
      beside={
        <Button
          leftSection={<IconShieldCheck size={16} aria-hidden />}
          onClick={() => start.mutate()}
          loading={start.isPending || isRunning}
        >
          Verify Now
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        Compares every entry with the hash chain and lists the entries that were changed, removed, moved or
        inserted later.
      </Text>
      <Loaded
        query={query}
        failed="Couldn’t load the status of the audit log."
        loading={<LoadingRows rows={4} height={28} label="Loading the status of the audit log" />}
        isInCard
        showsStale
      >
        {({ seal, check }) => (
          <Stack gap="md">
            <ChainFacts chain={seal} />
            {check && <CheckResult check={check} />}
          </Stack>
        )}
      </Loaded>
      <FailureNote message={start.error && `Couldn’t start the check. ${start.error.message}`} />
    </ClosingDialog>
  );
}

function ChainFacts({ chain }: { chain: AuditChain }) {
  return (
    <Facts>
      <Fact label="Entries in the hash chain">{count.format(chain.position)}</Fact>
      <Fact label="Waiting to be added">{count.format(chain.unsealed)}</Fact>
      <Fact label="Last added">{chain.sealed_at && momentText(chain.sealed_at)}</Fact>
      <Fact label="Last external checkpoint">{chain.head_at && momentText(chain.head_at)}</Fact>
      <Fact label="Checkpoint locations">{chain.head_places.join(', ')}</Fact>
    </Facts>
  );
}

function CheckResult({ check }: { check: AuditCheck }) {
  if (check.state === 'running') {
    return (
      <div role="status">
        <Text size="sm" mb={6}>
          {count.format(check.done)} of {count.format(check.total)} entries compared
        </Text>
        <Progress
          value={check.total === 0 ? 100 : (check.done / check.total) * 100}
          aria-label="Entries compared"
        />
      </div>
    );
  }
  const by = `${check.agent_name}, ${momentText(check.finished_at ?? check.started_at)}`;
  if (check.state === 'failed')
    return <FailureNote message={`The check failed (${by}). ${check.error ?? ''}`} />;
  const isIntact = check.findings.length === 0;
  // Entries outside the hash chain cannot be verified, so don't show a success message for them.
  const verdict = check.total === 0 ? EMPTY_CHAIN : INTACT;
  return (
    <Alert role={isIntact ? 'status' : 'alert'} {...(isIntact ? verdict : NOT_INTACT)}>
      <Text size="sm">
        {rowsOf(check.done)} compared ({by}).
        {check.unsealed > 0 &&
          ` Not in the hash chain yet: ${check.unsealed === 1 ? '1 newer entry' : `${count.format(check.unsealed)} newer entries`}.`}
      </Text>
      <List size="sm" mt={6}>
        {[...check.findings.map(({ message }) => message), ...check.notes].map((message) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
