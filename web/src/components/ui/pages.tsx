import { Group, Pagination, Text } from '@mantine/core';

interface PagesProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** `1–15 of 46` and the page links. */
export function Pages({ page, pageSize, total, onPage }: PagesProps) {
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  const number = (value: number) => value.toLocaleString('en-US');
  return (
    <Group justify="space-between" px="sm" py="xs" gap="xs" style={{ borderTop: HAIRLINE }}>
      <Text size="sm" c="dimmed" className="tabular" role="status">
        {number(first)}–{number(last)} of {number(total)}
      </Text>
      {total > pageSize && (
        <Pagination
          size="sm"
          value={page}
          total={Math.ceil(total / pageSize)}
          onChange={onPage}
          aria-label="Pages"
          getControlProps={(control) => ({ 'aria-label': CONTROL_NAMES[control] })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </Group>
  );
}

const HAIRLINE = '1px solid light-dark(var(--mantine-color-gray-2), var(--mantine-color-dark-5))';
const CONTROL_NAMES = {
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
} as const;
