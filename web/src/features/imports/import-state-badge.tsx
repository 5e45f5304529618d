import type { ImportState } from '@ledgerline/contract/imports/endpoints';
import { Badge } from '@mantine/core';
import { STATE_WORDS } from './import-texts.ts';

/** How far an import has come, as words with their hue. */
export function ImportStateBadge({ state }: { state: ImportState }) {
  const { word, hue } = STATE_WORDS[state];
  return (
    <Badge variant="light" color={hue} size="md" radius="sm" tt="none" fw={500}>
      {word}
    </Badge>
  );
}
