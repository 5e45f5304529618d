import { INVOICE_PAGE_SIZE } from '@ledgerline/contract/rules';
import { Button, Group, Text } from '@mantine/core';
import styles from './invoices.module.css';

interface InvoicePagesProps {
  page: number;
  total: number;
  onPage: (page: number) => void;
}

/** Pagination; hidden if there is only one page (1§2). */
export function InvoicePages({ page, total, onPage }: InvoicePagesProps) {
  if (total <= INVOICE_PAGE_SIZE) return null;
  const first = (page - 1) * INVOICE_PAGE_SIZE + 1;
  const last = Math.min(page * INVOICE_PAGE_SIZE, total);
  const pages = Math.ceil(total / INVOICE_PAGE_SIZE);
  const number = (value: number) => value.toLocaleString('en-US');
  return (
    <nav className={styles.pages} aria-label="Pages">
      <Text size="sm" c="dimmed" className="tabular" role="status">
        Showing {number(first)} to {number(last)} of {number(total)} invoices
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Button size="xs" variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Text size="sm" className="tabular">
          Page {number(page)} of {number(pages)}
        </Text>
        <Button size="xs" variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </Group>
    </nav>
  );
}
