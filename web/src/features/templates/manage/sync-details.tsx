import type { TemplateSync } from '@ledgerline/contract/templates/endpoints';
import { List, Progress, ScrollArea, Stack, Text } from '@mantine/core';

type Documents = TemplateSync['documents'];

const OUTCOMES = { synced: 'Synced', unchanged: 'No changes', failed: 'Failed' } as const;

/** Nothing in the list is focusable, and it may be longer than the dialog. */
const SCROLLED = { tabIndex: 0, role: 'region', 'aria-label': 'Documents of the sync' };

/** The result of the sync for each document, unusable ones first. */
export function SyncDetails({ documents }: { documents: Documents }) {
  const failed = documents.filter(({ outcome }) => outcome === 'failed');
  const others = documents.filter(({ outcome }) => outcome !== 'failed');
  return (
    <ScrollArea.Autosize mah={320} type="auto" offsetScrollbars="y" viewportProps={SCROLLED}>
      <Stack gap="xs">
        {failed.length > 0 && <Text size="sm">These could not be used:</Text>}
        <DocumentList documents={failed} />
        {others.length > 0 && <Text size="sm">Documents:</Text>}
        <DocumentList documents={others} />
      </Stack>
    </ScrollArea.Autosize>
  );
}

function DocumentList({ documents }: { documents: Documents }) {
  if (documents.length === 0) return null;
  return (
    <List size="sm" spacing={4}>
      {documents.map(({ name, outcome, message }) => (
        <List.Item key={name} style={{ overflowWrap: 'anywhere' }}>
          <b>{name}</b>: {message ?? OUTCOMES[outcome]}
        </List.Item>
      ))}
    </List>
  );
}

/** Progress of a running sync. */
export function SyncProgress({ sync }: { sync: TemplateSync }) {
  const { total, documents } = sync;
  const text =
    total === null ? 'Loading the list of documents' : `${documents.length} of ${total} documents done`;
  return (
    <Stack gap={4} px="sm" pb="xs" role="status">
      <Text size="sm">{text}</Text>
      <Progress
        value={total ? (documents.length / total) * 100 : 0}
        animated
        aria-label="Progress of the sync"
      />
    </Stack>
  );
}
