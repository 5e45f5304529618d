import { Text, Tooltip } from '@mantine/core';
import { relativeText } from './provider-text.ts';

/** How long ago, with the exact time to whoever points at it; a dash for never. */
export function RelativeTime({ instant, now }: { instant: string | null; now: number }) {
  if (instant === null) return '–';
  return (
    <Tooltip label={new Date(instant).toLocaleString('en-US')}>
      <Text component="time" dateTime={instant} inherit>
        {relativeText(instant, now)}
      </Text>
    </Tooltip>
  );
}
