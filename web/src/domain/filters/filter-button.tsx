import type { Filter } from '@ledgerline/contract/rules/filters';
import { ActionIcon, Button, Popover, VisuallyHidden } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { addCondition } from './change-filter.ts';
import { ConditionForm, type FilterFields } from './condition-form.tsx';
import { onOwnEscape } from './own-escape.ts';

interface FilterButtonProps {
  fields: FilterFields;
  filter: Filter | undefined;
  onChange: (filter: Filter | undefined) => void;
  /** An icon, in a toolbar without space for a label. */
  isCompact?: boolean;
}

/** Adds a condition to the filter of a list. */
export function FilterButton({ fields, filter, onChange, isCompact = false }: FilterButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const nameId = useId();
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={320}
      trapFocus
      returnFocus
      closeOnEscape={false}
    >
      <Popover.Target>
        {isCompact ? (
          <ActionIcon
            variant="default"
            size={36}
            c="var(--mantine-color-text)"
            aria-label="Filter"
            title="Filter"
            data-filter-button
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconFilter size={18} aria-hidden />
          </ActionIcon>
        ) : (
          <Button
            variant="default"
            data-filter-button
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Filter
          </Button>
        )}
      </Popover.Target>
      {/* Mantine would name the dialog after the button. */}
      <Popover.Dropdown aria-labelledby={nameId} onKeyDown={onOwnEscape(() => setOpen(false))}>
        <VisuallyHidden id={nameId}>New filter</VisuallyHidden>
        {isOpen && (
          <ConditionForm
            fields={fields}
            onApply={(condition) => {
              onChange(addCondition(filter, condition));
              setOpen(false);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
