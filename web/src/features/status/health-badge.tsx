import { LabelBadge } from '../../components/ui/label-badge.tsx';

const HUES = new Map([
  ['healthy', 'green'],
  ['warning', 'yellow'],
  ['degraded', 'orange'],
  ['critical', 'red'],
]);

/** Overall health as a colored badge; unknown values are neutral (1§4). */
export function HealthBadge({ health }: { health: string }) {
  const hue = HUES.get(health.toLowerCase()) ?? 'gray';
  return (
    <LabelBadge hue={hue} tt="capitalize" data-hue={hue}>
      {health}
    </LabelBadge>
  );
}
