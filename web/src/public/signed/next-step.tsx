import { WayBack } from '../return-path.tsx';
import { useMessages } from '../texts/language.tsx';

/** Agents continue to the portal, clients return to their forms if they came from there. */
export function WayOn({ portalPath }: { portalPath: string | null }) {
  const { text } = useMessages();
  if (portalPath === null) return <WayBack isMain />;
  return (
    <a href={portalPath} className="button primary">
      {text('next')}
    </a>
  );
}
