import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { Button, Checkbox, Group, Popover, ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconColumns3, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import styles from '../ledger-page.module.css';
import { type FieldGroupColumns, GROUPS } from './ledger-columns.ts';
import type { useColumnLayout } from './use-column-layout.ts';

interface ColumnsPopoverProps {
  layout: ReturnType<typeof useColumnLayout>;
  opened: boolean;
  onOpened: (opened: boolean) => void;
  /** Scrolls to a column. */
  onFind: (name: FieldName) => void;
}

/** Searches columns and shows or hides them individually or by card. */
export function ColumnsPopover({ layout, opened, onOpened, onFind }: ColumnsPopoverProps) {
  const hidden = layout.layout.hidden.length;
  const label = hidden > 0 ? `Columns (${hidden} hidden)` : 'Columns';
  return (
    <Popover opened={opened} onChange={onOpened} position="bottom-start" width={340} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          className={styles.labeled ?? ''}
          leftSection={<IconColumns3 size={16} aria-hidden />}
          aria-label={label}
          onClick={() => onOpened(!opened)}
          aria-expanded={opened}
        >
          <span className={styles.label}>{label}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Columns">
        {opened && <ColumnList layout={layout} onFind={onFind} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function ColumnList({ layout, onFind }: Pick<ColumnsPopoverProps, 'layout' | 'onFind'>) {
  const [query, setQuery] = useState('');
  const text = query.trim().toLowerCase();
  const groups = GROUPS.map((group) => ({ ...group, fields: matching(group, text) })).filter(
    (group) => group.fields.length > 0,
  );
  const shown = groups.flatMap((group) => group.fields);
  const exact = shown.find((field) => field.label.toLowerCase() === text);
  const first = (exact ?? shown[0])?.name;
  const go = (name: FieldName) => {
    layout.show([name], true);
    onFind(name);
  };
  return (
    <>
      <Group p={10} gap={8} wrap="nowrap">
        <TextInput
          flex={1}
          size="sm"
          data-autofocus
          aria-label="Find a column"
          placeholder="Find a column"
          leftSection={<IconSearch size={15} aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && first) go(first);
          }}
        />
        <Button size="sm" variant="subtle" onClick={() => layout.show(layout.layout.hidden, true)}>
          Show All
        </Button>
      </Group>
      <ScrollArea.Autosize mah={420} px={10} pb={10} type="auto">
        {groups.length === 0 && (
          <Text size="sm" c="dimmed" pb={8}>
            No matching columns.
          </Text>
        )}
        {groups.map((group) => (
          <GroupColumns key={group.group} group={group} layout={layout} onFind={go} />
        ))}
      </ScrollArea.Autosize>
    </>
  );
}

function matching(group: FieldGroupColumns, text: string): FieldGroupColumns['fields'] {
  if (text === '' || group.title.toLowerCase().includes(text)) return group.fields;
  return group.fields.filter(
    (field) => field.label.toLowerCase().includes(text) || field.name.includes(text.replaceAll(' ', '_')),
  );
}

interface GroupColumnsProps {
  group: FieldGroupColumns;
  layout: ColumnsPopoverProps['layout'];
  onFind: (name: FieldName) => void;
}

function GroupColumns({ group, layout, onFind }: GroupColumnsProps) {
  const names = group.fields.map((field) => field.name);
  const shown = names.filter((name) => !layout.layout.hidden.includes(name)).length;
  return (
    <fieldset className={styles.columnGroup}>
      <legend className={styles.columnLegend}>
        <Checkbox
          size="xs"
          label={group.title}
          checked={shown === names.length}
          indeterminate={shown > 0 && shown < names.length}
          onChange={(event) => layout.show(names, event.currentTarget.checked)}
        />
      </legend>
      {group.fields.map((field) => (
        <div key={field.name} className={styles.columnRow}>
          <Checkbox
            size="xs"
            aria-label={`Show ${field.label}`}
            checked={!layout.layout.hidden.includes(field.name)}
            onChange={(event) => layout.show([field.name], event.currentTarget.checked)}
          />
          <UnstyledButton className={styles.columnName} onClick={() => onFind(field.name)}>
            {field.label}
          </UnstyledButton>
        </div>
      ))}
    </fieldset>
  );
}
