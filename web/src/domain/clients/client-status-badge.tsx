import { LabelBadge } from '../../components/ui/label-badge.tsx';
import { statusStyle } from './client-status.ts';

/** A client's status as a colored badge. */
export function ClientStatusBadge({ status }: { status: string }) {
  const { label, hue } = statusStyle(status) ?? { label: status, hue: 'gray' };
  return <LabelBadge hue={hue}>{label}</LabelBadge>;
}
