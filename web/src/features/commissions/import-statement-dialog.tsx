import { foldText, SEARCH_DEBOUNCE_MS } from '@ledgerline/contract/rules';
import { Autocomplete, Button, FileInput, Group, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Openable } from '../../components/ui/dialog.tsx';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { GuardedModal, useDialogGuard } from '../../components/ui/guarded-modal.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { SPREADSHEET_FILES } from '../../domain/file-types.ts';
import { dayIn } from '../../domain/today.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { type PreviewQuery, useCommissionRates, useImportStatement, usePreview } from './api.ts';
import { columnQuery, type Layout, StatementPreview } from './statement-preview.tsx';
import { statementMonths } from './statement-text.ts';

/** Reads a statement, shows what would be imported, and imports it. */
export function ImportStatementDialog({ opened, onClose }: Openable) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Import Statement" size="xl">
      <ImportForm onDone={onClose} />
    </GuardedModal>
  );
}

function useImportForm(onDone: () => void) {
  const { time_zone } = usePublicSettings();
  const months = statementMonths(dayIn(time_zone));
  const [carrier, setCarrier] = useState('');
  // Agents usually import the statement of the previous month.
  const [month, setMonth] = useState(months[2]?.value ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [layout, setLayout] = useState<Layout>({});
  const name = carrier.trim();
  const [settled] = useDebouncedValue(name, SEARCH_DEBOUNCE_MS);
  const isTyping = name !== settled;
  const query: PreviewQuery | null = settled === '' ? null : { carrier: settled, month, ...layout };
  const preview = usePreview(file, query);
  const sending = useImportStatement();
  const navigate = useNavigate();
  const read = isTyping || preview.isPlaceholderData || preview.isError ? undefined : preview.data;
  function send() {
    if (!file || !read || sending.isPending) return;
    const { sheet, header_row, columns } = read;
    sending.mutate(
      { file, query: { carrier: name, month, sheet, header_row, ...columnQuery(columns) } },
      {
        onSuccess: ({ id }) => {
          notifySuccess('The statement was imported.');
          onDone();
          void navigate({ to: '/crm/commissions/$statementId', params: { statementId: String(id) } });
        },
        onError: (error) => console.error('the statement was not imported', error),
      },
    );
  }
  return {
    ...{
      months,
      carrier,
      month,
      file,
      preview,
      isReading: preview.isFetching || (file && isTyping),
      read,
      sending,
      send,
      setMonth,
    },
    setCarrier(text: string) {
      setCarrier(text);
      sending.reset();
    },
    setFile(chosen: File | null) {
      setFile(chosen);
      setLayout({});
      sending.reset();
    },
    setLayout(chosen: Layout) {
      setLayout(chosen);
      sending.reset();
    },
  };
}

/** Carriers are compared without case and accents. */
const isKnown = (carrier: string, carriers: readonly string[]) =>
  carriers.some((each) => foldText(each) === foldText(carrier));

function ImportForm({ onDone }: { onDone: () => void }) {
  const form = useImportForm(onDone);
  const { carrier, file, preview, isReading, read, sending } = form;
  const rates = useCommissionRates();
  const leave = useDialogGuard(carrier !== '' || file !== null);
  return (
    <Stack gap="sm">
      <Group grow align="flex-start" gap="sm">
        <Autocomplete
          label="Carrier"
          required
          data-autofocus
          maxLength={120}
          data={rates.data?.carriers ?? []}
          value={carrier}
          onChange={form.setCarrier}
        />
        <Select
          label="Statement month"
          allowDeselect={false}
          data={form.months}
          value={form.month}
          onChange={(month) => form.setMonth(month ?? form.month)}
        />
      </Group>
      <FileInput
        label="Statement"
        required
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the file' }}
        placeholder="Choose a CSV, XLSX or ODS file"
        accept={SPREADSHEET_FILES}
        value={file}
        onChange={form.setFile}
      />
      {file && carrier.trim() === '' && (
        <Text size="sm" role="status">
          Enter the carrier to read the file.
        </Text>
      )}
      {rates.data && carrier.trim() !== '' && !isKnown(carrier, rates.data.carriers) && (
        <Text size="sm" c="dimmed">
          No policy has this carrier yet, so no line will match a policy.
        </Text>
      )}
      {isReading && carrier.trim() !== '' && (
        <Text size="sm" role="status">
          Reading the file…
        </Text>
      )}
      <FailureNote message={preview.error?.message} />
      {preview.data && !preview.isError && (
        <StatementPreview preview={preview.data} isBusy={preview.isFetching} onChoose={form.setLayout} />
      )}
      <FailureNote message={sending.error?.message} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => leave()} disabled={sending.isPending}>
          Cancel
        </Button>
        <Button onClick={form.send} loading={sending.isPending} disabled={!read || read.problems.length > 0}>
          Import Statement
        </Button>
      </Group>
    </Stack>
  );
}
