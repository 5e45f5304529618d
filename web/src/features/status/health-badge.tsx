import { Badge } from '@mantine/core';

const HUES = new Map([
  ['healthy', 'green'],
  ['warning', 'yellow'],
  ['degraded', 'orange'],
  ['critical', 'red'],
]);

/** Overall health as a word with its hue; words it does not know are neutral (1§4). */
export function HealthBadge({ health }: { health: string }) {
  const hue = HUES.get(health.toLowerCase()) ?? 'gray';
  return (
    <Badge variant="light" color={hue} radius="sm" tt="capitalize" fw={500} data-hue={hue}>
      {health}
    </Badge>
  );
}
