import type { AuditChain, AuditCheck } from '@ledgerline/contract/audit-checks/endpoints';
import { Alert, Button, List, Progress, Stack, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { ClosingDialog } from '../../components/ui/closing-dialog.tsx';
import type { Openable } from '../../components/ui/dialog.tsx';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { Fact, Facts } from '../../components/ui/facts.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';
import { momentText } from '../../domain/days.ts';
import { useAuditChain, useStartAuditCheck } from './api.ts';

const INTACT = { color: 'teal', title: 'The trail is whole' };
const NOT_INTACT = { color: 'red', title: 'The trail is not what was sealed' };
const UNSEALED = { color: 'gray', title: 'Nothing is sealed yet' };

const count = new Intl.NumberFormat('en-US');
const rowsOf = (rows: number) => (rows === 1 ? '1 row' : `${count.format(rows)} rows`);

/** How far the trail is sealed, and a check of every row against its chain (decision 061). */
export function VerifyAuditLogDialog({ opened, onClose }: Openable) {
  const query = useAuditChain(opened);
  const start = useStartAuditCheck();
  const isRunning = query.data?.check?.state === 'running';
  return (
    <ClosingDialog
      opened={opened}
      onClose={onClose}
      title="Verify the audit trail"
      size="lg"
      beside={
        <Button
          leftSection={<IconShieldCheck size={16} aria-hidden />}
          onClick={() => start.mutate()}
          loading={start.isPending || isRunning}
        >
          Verify now
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        Every row is compared with the chain that was sealed over it: what was changed, taken out, moved or
        put in later is named.
      </Text>
      <Loaded
        query={query}
        failed="The state of the trail could not be loaded."
        loading={<LoadingRows rows={4} height={28} label="Loading the state of the trail" />}
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
      <FailureNote message={start.error && `The check could not be started. ${start.error.message}`} />
    </ClosingDialog>
  );
}

function ChainFacts({ chain }: { chain: AuditChain }) {
  return (
    <Facts>
      <Fact label="Rows sealed">{count.format(chain.position)}</Fact>
      <Fact label="Waiting to be sealed">{count.format(chain.unsealed)}</Fact>
      <Fact label="Last sealed">{chain.sealed_at && momentText(chain.sealed_at)}</Fact>
      <Fact label="Last told outside">{chain.head_at && momentText(chain.head_at)}</Fact>
      <Fact label="Kept outside at">{chain.head_places.join(', ')}</Fact>
    </Facts>
  );
}

function CheckResult({ check }: { check: AuditCheck }) {
  if (check.state === 'running') {
    return (
      <div role="status">
        <Text size="sm" mb={6}>
          {count.format(check.done)} of {count.format(check.total)} rows compared
        </Text>
        <Progress
          value={check.total === 0 ? 100 : (check.done / check.total) * 100}
          aria-label="Rows compared"
        />
      </div>
    );
  }
  const by = `${check.agent_name}, ${momentText(check.finished_at ?? check.started_at)}`;
  if (check.state === 'failed')
    return <FailureNote message={`The check could not be carried out (${by}). ${check.error ?? ''}`} />;
  const isIntact = check.findings.length === 0;
  // Rows that nothing was sealed over are vouched for by nobody: no green word over them.
  const verdict = check.total === 0 ? UNSEALED : INTACT;
  return (
    <Alert role={isIntact ? 'status' : 'alert'} {...(isIntact ? verdict : NOT_INTACT)}>
      <Text size="sm">
        {rowsOf(check.done)} compared ({by}).
        {check.unsealed > 0 &&
          ` Not sealed yet: ${check.unsealed === 1 ? '1 newer row' : `${count.format(check.unsealed)} newer rows`}.`}
      </Text>
      <List size="sm" mt={6}>
        {[...check.findings.map(({ message }) => message), ...check.notes].map((message) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
