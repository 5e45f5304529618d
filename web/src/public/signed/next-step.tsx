import { useWords } from '../texts/language.tsx';
import { WayBack } from '../return-path.tsx';

/** Agents go on to the portal, clients back to their forms if they came from there. */
export function WayOn({ portalPath }: { portalPath: string | null }) {
  const { text } = useWords();
  if (portalPath === null) return <WayBack isMain />;
  return (
    <a href={portalPath} className="button primary">
      {text('next')}
    </a>
  );
}
