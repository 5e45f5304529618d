import { Text, Tooltip } from '@mantine/core';
import { relativeText } from './relative-text.ts';

/** Relative time, with the exact time on hover; a dash for never. */
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
