import { useState } from 'react';
import { useClient } from '../../features/clients/api.ts';
import { ChooseFormMenu } from '../../features/secure-links/choose-form-menu.tsx';
import { GetFormLinkDialog } from '../../features/secure-links/get-form-link-dialog.tsx';
import type { LinkTarget } from '../../features/secure-links/link-target.ts';
import { FormsCard } from '../../features/submissions/forms-card.tsx';
import { linkClient } from './link-client.ts';

/** The Forms card of a client, with a link action for every registered form. */
export function ClientForms({ clientId }: { clientId: number }) {
  const client = useClient(clientId);
  const [target, setTarget] = useState<LinkTarget | null>(null);
  return (
    <>
      <FormsCard
        clientId={clientId}
        action={
          <ChooseFormMenu
            onChoose={(template) =>
              setTarget({
                formId: template.id,
                form_link_id: template.form_link_id,
                title: template.form_name_agent,
                type: template.type,
                notes: template.notes,
                client: linkClient(clientId, client.data),
                session: null,
                isClosed: false,
                docusign_template_id: template.docusign_template_id,
              })
            }
          />
        }
      />
      <GetFormLinkDialog target={target} onClose={() => setTarget(null)} />
    </>
  );
}
