import { getRouteApi } from '@tanstack/react-router';
import { DocumentViewer } from '../../features/submissions/document/document-viewer.tsx';

const route = getRouteApi('/portal/crm/view-document');

/** The document viewer; `?formId=` names the form (decisions C3). */
export function ViewDocumentPage() {
  const { formId } = route.useSearch();
  return <DocumentViewer formId={formId} />;
}
