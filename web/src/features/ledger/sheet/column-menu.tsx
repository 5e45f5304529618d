import type { CatalogField, FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { GROUP_TITLES } from '@ledgerline/contract/clients/fields/catalog';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { Menu, Text } from '@mantine/core';
import {
  IconEyeOff,
  IconSnowflake,
  IconSnowflakeOff,
  IconSortAscending,
  IconSortDescending,
  IconX,
} from '@tabler/icons-react';
import { alsoSortedBy, GROUPS, ledgerSortKeys, sortedOnlyBy, sortOfField } from './ledger-columns.ts';
import type { useColumnLayout } from './use-column-layout.ts';

export interface ColumnMenuPosition {
  x: number;
  y: number;
  col: number;
}

interface ColumnMenuProps {
  position: ColumnMenuPosition | null;
  onClose: () => void;
  fields: readonly CatalogField[];
  view: LedgerView;
  layout: ReturnType<typeof useColumnLayout>;
  /** The number of frozen columns now, and if they were frozen up to a column. */
  frozen: number;
  frozenIf: (name: FieldName) => number;
  onView: (change: Partial<LedgerView>) => void;
}

const OUTSIDE = ['mousedown', 'touchstart'];

/** Column header menu: sort, frozen columns and visibility. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { position, onClose, fields, view, layout, frozen, frozenIf, onView } = props;
  const field = position ? fields[position.col] : undefined;
  if (!position || !field) return null;
  const sort = sortOfField(field.name);
  const keys = ledgerSortKeys(view);
  const isKey = keys.some((key) => key.sort === sort);
  const isOnlyKey = isKey && keys.length === 1;
  const canFreeze = frozenIf(field.name) === position.col + 1;
  const group = GROUPS.find((each) => each.group === field.group);
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      width={230}
      trapFocus
      // The key that opens it reaches the document afterwards.
      clickOutsideEvents={OUTSIDE}
    >
      <Menu.Target>
        <span style={{ position: 'absolute', left: position.x, top: position.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={field.label}>
        <Menu.Label>{field.label}</Menu.Label>
        <Menu.Item
          leftSection={<IconSortAscending size={15} aria-hidden />}
          onClick={() => onView(sortedOnlyBy(sort, 'asc'))}
        >
          Sort Ascending
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSortDescending size={15} aria-hidden />}
          onClick={() => onView(sortedOnlyBy(sort, 'desc'))}
        >
          Sort Descending
        </Menu.Item>
        {!isOnlyKey && (
          <>
            <Menu.Item
              leftSection={<IconSortAscending size={15} aria-hidden />}
              onClick={() => onView(alsoSortedBy(view, sort, 'asc'))}
            >
              Then Sort Ascending
            </Menu.Item>
            <Menu.Item
              leftSection={<IconSortDescending size={15} aria-hidden />}
              onClick={() => onView(alsoSortedBy(view, sort, 'desc'))}
            >
              Then Sort Descending
            </Menu.Item>
            {isKey && (
              <Menu.Item
                leftSection={<IconX size={15} aria-hidden />}
                onClick={() => onView(alsoSortedBy(view, sort, null))}
              >
                Remove from the Sort
              </Menu.Item>
            )}
          </>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconSnowflake size={15} aria-hidden />}
          disabled={frozen === position.col + 1 || !canFreeze}
          onClick={() => layout.freeze(field.name)}
        >
          Freeze up to This Column
          {!canFreeze && (
            <Text size="xs" c="dimmed">
              Too wide for this window
            </Text>
          )}
        </Menu.Item>
        {frozen > 0 && (
          <Menu.Item
            leftSection={<IconSnowflakeOff size={15} aria-hidden />}
            onClick={() => layout.freeze(null)}
          >
            Unfreeze Columns
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconEyeOff size={15} aria-hidden />}
          onClick={() => layout.show([field.name], false)}
        >
          Hide This Column
        </Menu.Item>
        <Menu.Item
          leftSection={<IconEyeOff size={15} aria-hidden />}
          onClick={() => layout.show(group?.fields.map((each) => each.name) ?? [], false)}
        >
          Hide {GROUP_TITLES[field.group]}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
