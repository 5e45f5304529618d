import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { EntryFacts } from './entry-facts.tsx';

interface AmountEntryProps {
  name: ReactNode;
  amount: ReactNode;
  /** Additional content below the two fields. */
  children: ReactNode;
}

/** A monetary entry in a card list: name, amount and details. */
export function AmountEntry({ name, amount, children }: AmountEntryProps) {
  return (
    <>
      <Group component="span" gap="sm" align="baseline" wrap="nowrap" justify="space-between">
        <Box component="span" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        <Box className="tabular" component="span" flex="none">
          {amount}
        </Box>
      </Group>
      <EntryFacts>{children}</EntryFacts>
    </>
  );
}
