import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { SEARCH_DEBOUNCE_MS } from '@ledgerline/contract/rules';
import { parseFilter } from '@ledgerline/contract/rules/filters';
import { ActionIcon, Button, Group, Select, Text, TextInput, Tooltip, UnstyledButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDownload,
  IconPlus,
  IconSearch,
  IconUpload,
  IconUserShare,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { statusFilters } from '../../../domain/clients/client-status.ts';
import { MyClientsSwitch } from '../../../domain/clients/my-clients-switch.tsx';
import { ListFilterButton } from '../../../domain/filters/list-filters.tsx';
import { useStatusCounts } from '../api.ts';
import styles from '../ledger-page.module.css';
import { filteredBy } from '../ledger-view.ts';
import type { LedgerSession } from '../store/ledger-session.ts';
import { ColumnsPopover } from './columns-popover.tsx';
import type { useColumnLayout } from './use-column-layout.ts';

interface LedgerToolbarProps {
  session: LedgerSession;
  view: LedgerView;
  layout: ReturnType<typeof useColumnLayout>;
  /** The clients are a list, which has no columns, no selection and no cells to edit. */
  isNarrow: boolean;
  columns: { opened: boolean; open: (opened: boolean) => void };
  onView: (change: Partial<LedgerView>) => void;
  onFindColumn: (name: FieldName) => void;
  onAddRow: () => void;
  onExport: () => void;
  onImport: () => void;
  onShowFailed: () => void;
  onReassign: () => void;
}

/** Toolbar: status, search, columns, undo and redo, export, import, Add Row, and the save indicator on the right. */
export function LedgerToolbar(props: LedgerToolbarProps) {
  const { session, view, layout, columns, isNarrow, onView } = props;
  const { operations } = session.state;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Ledger">
      <StatusFilter view={view} onChange={(status) => onView({ status })} />
      <MyClientsSwitch
        isOn={view.owner === 'me'}
        onChange={(isOn) => onView({ owner: isOn ? 'me' : undefined })}
      />
      <SearchBox value={view.q ?? ''} onChange={(q) => onView({ q: q || undefined })} />
      <ListFilterButton
        list="clients"
        isCompact
        filter={view.filter === undefined ? undefined : parseFilter(view.filter)}
        onChange={(filter) => onView(filteredBy(filter))}
      />
      {!isNarrow && (
        <>
          <ColumnsPopover
            layout={layout}
            opened={columns.opened}
            onOpened={columns.open}
            onFind={props.onFindColumn}
          />
          <Tool
            label="Reassign selected clients"
            isOff={!session.ranges.hasSelection}
            onClick={props.onReassign}
          >
            <IconUserShare size={18} aria-hidden />
          </Tool>
        </>
      )}
      <Group gap={4} wrap="nowrap">
        {!isNarrow && (
          <>
            <Tool label="Undo" isOff={!operations.lastDone} onClick={() => void session.undo()}>
              <IconArrowBackUp size={18} aria-hidden />
            </Tool>
            <Tool label="Redo" isOff={!operations.lastUndone} onClick={() => void session.redo()}>
              <IconArrowForwardUp size={18} aria-hidden />
            </Tool>
          </>
        )}
        <Button
          variant="default"
          onClick={props.onExport}
          className={styles.worded ?? ''}
          aria-label="Export CSV"
          title="Export CSV"
        >
          <IconDownload size={16} aria-hidden />
          <span className={styles.word}>Export CSV</span>
        </Button>
        <Button
          variant="default"
          onClick={props.onImport}
          className={styles.worded ?? ''}
          aria-label="Import"
          title="Import"
        >
          <IconUpload size={16} aria-hidden />
          <span className={styles.word}>Import</span>
        </Button>
      </Group>
      <Button
        className={styles.labeled ?? ''}
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-label="Add Row"
        onClick={props.onAddRow}
      >
        <span className={styles.label}>Add Row</span>
      </Button>
      <SaveIndicator session={session} onShowFailed={isNarrow ? null : props.onShowFailed} />
    </div>
  );
}

interface ToolProps {
  label: string;
  isOff?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ label, isOff = false, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label}
        disabled={isOff}
        onClick={onClick}
        className={styles.tool}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

const STATUSES = statusFilters('All clients');

interface StatusFilterProps {
  view: LedgerView;
  onChange: (status: LedgerView['status']) => void;
}

function StatusFilter({ view, onChange }: StatusFilterProps) {
  const counts = useStatusCounts(view);
  return (
    <Select
      className={styles.status}
      aria-label="Status"
      allowDeselect={false}
      checkIconPosition="right"
      value={view.status}
      data={STATUSES.map(({ value: status, label }) => ({
        value: status,
        label: counts ? `${label} (${counts[status].toLocaleString('en-US')})` : label,
      }))}
      onChange={(chosen) => {
        const status = STATUSES.find((each) => each.value === chosen)?.value;
        if (status) onChange(status);
      }}
    />
  );
}

/** Debounced search input. */
function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  const search = useDebouncedCallback(onChange, SEARCH_DEBOUNCE_MS);
  useEffect(() => setText(value), [value]);
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label="Search clients"
      placeholder="Search clients"
      data-search-box
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search.flush();
      }}
    />
  );
}

interface SaveIndicatorProps {
  session: LedgerSession;
  /** null where the cells are not shown. */
  onShowFailed: (() => void) | null;
}

/** Save status at the right of the toolbar: saving, unsaved, or nothing (decisions E8). */
function SaveIndicator({ session, onShowFailed }: SaveIndicatorProps) {
  const { indicator, failed } = session.state;
  const text = failed.size === 1 ? '1 cell not saved' : `${failed.size} cells not saved`;
  return (
    <div className={styles.indicator}>
      {failed.size > 0 && onShowFailed && (
        <UnstyledButton className={styles.failedCount} onClick={onShowFailed}>
          {text}
        </UnstyledButton>
      )}
      {failed.size > 0 && !onShowFailed && <span className={styles.failedCount}>{text}</span>}
      <Text size="sm" c="dimmed" role="status" aria-live="polite" data-indicator>
        {indicator}
      </Text>
    </div>
  );
}
