import { IconFileUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { QuietButton } from '../../components/ui/quiet-button.tsx';
import type { RequestDocumentsProps } from './document-request.tsx';

const DocumentRequest = lazy(async () => ({
  default: (await import('./document-request.tsx')).DocumentRequest,
}));

/** A card's button that requests documents from the client. */
export function RequestDocuments(request: RequestDocumentsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <QuietButton icon={IconFileUpload} onClick={() => setOpen(true)}>
        Request Documents
      </QuietButton>
      {isOpen && (
        <Suspense>
          <DocumentRequest {...request} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
