import { Badge } from '@mantine/core';

const HUES: Record<string, string> = { new: 'blue', client: 'green', lead: 'yellow', inactive: 'gray' };
const WORDS: Record<string, string> = { new: 'New', client: 'Client', lead: 'Lead', inactive: 'Inactive' };

/** A client's status as a word with its hue. */
export function ClientStatusBadge({ status }: { status: string }) {
  return (
    <Badge variant="light" color={HUES[status] ?? 'gray'} size="md" radius="sm" tt="none" fw={500}>
      {WORDS[status] ?? status}
    </Badge>
  );
}
