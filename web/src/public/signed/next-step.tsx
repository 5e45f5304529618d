import { ReturnLink } from '../return-path.tsx';
import { useMessages } from '../texts/language.tsx';

/** Agents continue to the portal, clients return to their forms if they came from there. */
export function NextStep({ portalPath }: { portalPath: string | null }) {
  const { text } = useMessages();
  if (portalPath === null) return <ReturnLink isMain />;
  return (
    <a href={portalPath} className="button primary">
      {text('next')}
    </a>
  );
}
