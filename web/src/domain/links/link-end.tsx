import { Text } from '@mantine/core';
import { momentText } from '../days.ts';

/** When a link expires. */
export function LinkEnd({ link }: { link: { expiresAt: string; expiresSoon: boolean } }) {
  return (
    <div>
      <Text size="sm">Expires {momentText(link.expiresAt)}</Text>
      {link.expiresSoon && (
        <Text size="sm" c="red" fw={500}>
          Expires in less than 24 hours
        </Text>
      )}
    </div>
  );
}
