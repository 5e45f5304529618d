import { MAX_SELECTED } from '@ledgerline/contract/bulk-actions/endpoints';
import { Button, Group, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { clientsText, invoicesText, number } from './action-texts.ts';
import styles from './bulk-bar.module.css';
import { BulkDialog } from './bulk-dialog.tsx';
import { allOf, BULK_FORMS, type BulkForm, type BulkList } from './bulk-forms.ts';
import { useExportRows } from './use-export-rows.ts';
import type { ListSelection } from './use-selection.ts';

export interface BulkBarProps {
  selection: ListSelection;
  /** Rows of the list, on all pages; undefined until they are counted. */
  total: number | undefined;
  list: BulkList;
}

/** How many rows are chosen, and what can be done with them. */
export function BulkBar({ selection, total, list }: BulkBarProps) {
  const { ids, isAll, wasAll } = selection;
  const [form, setForm] = useState<BulkForm | null>(null);
  const count = isAll ? (total ?? 0) : ids.length;
  const isEmpty = !isAll && ids.length === 0;
  const rowsText = list.of === 'clients' ? clientsText : invoicesText;
  const countText =
    isAll && total === undefined ? `All matching ${list.of}` : `${isAll ? 'All ' : ''}${rowsText(count)}`;
  const file = useExportRows(list, isAll ? undefined : ids);
  const isTooMany = count > MAX_SELECTED;
  function clear() {
    selection.clear();
    // The button is removed or disabled, so the checkbox for all rows gets the focus. On phones, that must not scroll the list.
    setTimeout(() => document.querySelector<HTMLElement>('[data-all-rows]')?.focus({ preventScroll: true }));
  }
  return (
    <Group
      gap="xs"
      role="region"
      aria-label={`Selected ${list.of}`}
      mih={36}
      className={styles.bar}
      data-empty={isEmpty || undefined}
    >
      <Text size="sm" fw={600} role="status" className={`tabular ${styles.count}`}>
        {`${countText} selected${wasAll ? '; all others were deselected' : ''}`}
      </Text>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            size="compact-md"
            disabled={isTooMany || count === 0}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {BULK_FORMS[list.of].map((each) => (
            <Menu.Item key={each.label} onClick={() => setForm(each)}>
              {each.label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => file.mutate()}>Export CSV</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {!isAll && total !== undefined && total > ids.length && (
        <Button size="compact-md" variant="subtle" onClick={selection.chooseAll}>
          {`Select All ${number(total)} Matching`}
        </Button>
      )}
      <Button size="compact-md" variant="subtle" disabled={isEmpty} onClick={clear}>
        Clear Selection
      </Button>
      {file.isPending && <Text size="sm">Preparing the export…</Text>}
      <FailureNote message={file.error?.message} />
      {isTooMany && (
        <Text size="sm" role="alert">
          {`At most ${rowsText(MAX_SELECTED)} can be changed at once. Narrow the list with a filter.`}
        </Text>
      )}
      {form && (
        <BulkDialog
          form={form}
          count={count}
          selection={isAll ? allOf(list) : { ids: [...ids] }}
          onDone={clear}
          onClose={() => setForm(null)}
        />
      )}
    </Group>
  );
}
