import { opensElsewhere } from '../lib/events.ts';
import { sessionPath } from './session/return-path.ts';
import { visit } from './session/visit.ts';
import { useMessages } from './texts/language.tsx';

/** Link back to the page with all forms, for visitors who came from there. */
export function ReturnLink({ isMain = false }: { isMain?: boolean }) {
  const { text } = useMessages();
  const path = sessionPath();
  if (path === null) return null;
  return (
    <a
      href={path}
      className={`button no-print ${isMain ? 'primary' : 'plain'}`}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        visit(path);
      }}
    >
      {text('backToForms')}
    </a>
  );
}
