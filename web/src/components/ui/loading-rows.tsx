import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

interface LoadingRowsProps {
  rows?: number;
  /** Height of one row in pixels, matching the rows that will load. */
  height?: number;
  label?: string;
}

/** Skeleton bars shaped like the rows to come. */
export function LoadingRows({ rows = 8, height = 40, label = 'Loading…' }: LoadingRowsProps) {
  return (
    <Stack gap={1} role="status" aria-live="polite">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row, index) => (
        <div key={row} style={{ height, display: 'flex', alignItems: 'center' }} aria-hidden>
          <Skeleton height={Math.min(14, height)} width={`${92 - ((index * 13) % 28)}%`} radius="sm" />
        </div>
      ))}
    </Stack>
  );
}
