import { WordBadge } from '../../components/ui/word-badge.tsx';
import { statusLook } from './client-status.ts';

/** A client's status as a colored badge. */
export function ClientStatusBadge({ status }: { status: string }) {
  const { word, hue } = statusLook(status) ?? { word: status, hue: 'gray' };
  return <WordBadge hue={hue}>{word}</WordBadge>;
}
