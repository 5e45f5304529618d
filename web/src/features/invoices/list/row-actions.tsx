import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { INVOICE_ACTIONS, type OnInvoiceAction, reasonAgainst } from '../invoice-actions.ts';
import { refOf } from '../invoice-display.ts';
import styles from './invoices.module.css';

interface RowActionsProps {
  invoice: InvoiceRow;
  onAction: OnInvoiceAction;
  isBusy: boolean;
}

/** Tooltips work without a mouse. On touch, only the reason of a disabled action is shown. */
const eventsFor = (reason: string | null) => ({ hover: true, focus: true, touch: reason !== null });

/** Row actions as icons. An unavailable action explains why. */
export function RowActions({ invoice, onAction, isBusy }: RowActionsProps) {
  return (
    <Group gap={2} wrap="nowrap">
      {INVOICE_ACTIONS.map(({ action, label, icon: Icon }) => {
        const reason = reasonAgainst(action, invoice);
        return (
          <Tooltip key={action} label={reason ?? label} events={eventsFor(reason)}>
            <ActionIcon
              color={action === 'void' ? 'red' : 'gray'}
              size={28}
              className={styles.action ?? ''}
              aria-label={`${label} ${refOf(invoice)}`}
              // Not the `disabled` attribute: the reason must stay reachable by mouse and keyboard.
              {...(reason === null
                ? {}
                : { 'aria-disabled': true, 'data-disabled': true, 'aria-description': reason })}
              loading={isBusy && action === 'refresh'}
              onClick={() => reason === null && onAction(action, invoice)}
            >
              <Icon size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        );
      })}
    </Group>
  );
}

/** The same in a menu, for touch screens. */
export function RowMenu({ invoice, onAction, isBusy }: RowActionsProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={40} loading={isBusy} aria-label={`Actions for ${refOf(invoice)}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {INVOICE_ACTIONS.map(({ action, label, icon: Icon }) => {
          const reason = reasonAgainst(action, invoice);
          return (
            <Menu.Item
              key={action}
              leftSection={<Icon size={16} aria-hidden />}
              disabled={reason !== null}
              {...(action === 'void' ? { color: 'red' } : {})}
              {...(reason === null ? {} : { title: reason })}
              onClick={() => onAction(action, invoice)}
            >
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
