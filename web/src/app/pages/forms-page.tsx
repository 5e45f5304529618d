import type { Template } from '@ledgerline/contract/templates/endpoints';
import { Button, Tabs } from '@mantine/core';
import { IconAdjustments, IconDots, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { useFolders } from '../../domain/forms/use-templates.ts';
import { GetFormLinkDialog } from '../../features/secure-links/get-form-link-dialog.tsx';
import type { LinkTarget } from '../../features/secure-links/link-target.ts';
import { useCountedTemplates } from '../../features/templates/api.ts';
import { FormTemplates, type TemplateOrder } from '../../features/templates/form-templates.tsx';
import { FormsLoading } from '../../features/templates/forms-loading.tsx';
import { ManageBar } from '../../features/templates/manage/manage-bar.tsx';
import { useSync } from '../../features/templates/manage/use-sync.tsx';
import { type FormsDialog, FormsDialogs } from './forms-dialogs.tsx';
import { submissionLinkTarget } from './submission-link-target.ts';

const AllClientForms = lazy(async () => ({
  default: (await import('../../features/submissions/overview/all-client-forms.tsx')).AllClientForms,
}));

const route = getRouteApi('/portal/crm/forms');

/** The forms area: the clients' forms, and the templates that forms are created from (0§2). */
export function FormsPage() {
  const { view, order, q } = route.useSearch();
  const navigate = route.useNavigate();
  const [dialog, setDialog] = useState<FormsDialog | null>(null);
  const [target, setTarget] = useState<LinkTarget | null>(null);
  const isManaging = view === 'templates';
  const sync = useSync(dialog?.name === 'manage');
  const show = (next: 'templates' | undefined) => void navigate({ search: { view: next } });
  const list = (next: TemplateOrder) =>
    void navigate({
      search: (now) => ({ ...now, view: 'templates', order: next === 'folder' ? undefined : next }),
    });
  const edit = (templateId: number) => setDialog({ name: 'edit', templateId });
  const getLink = (template: Template) => setTarget(genericTarget(template));
  return (
    <>
      <PageHeader
        title="Forms"
        actions={
          isManaging ? (
            <ManagingActions
              onMore={() => setDialog({ name: 'manage' })}
              onNew={() => setDialog({ name: 'add-form' })}
            />
          ) : (
            <ManageTemplates onOpen={() => show('templates')} />
          )
        }
      />
      <Tabs
        value={isManaging ? 'templates' : 'clients'}
        onChange={(tab) => show(tab === 'templates' ? 'templates' : undefined)}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="clients">All Client Forms</Tabs.Tab>
          <Tabs.Tab value="templates">Form Templates</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="clients">
          <ClientForms
            onEdit={edit}
            onTarget={setTarget}
            onNewForm={() => setDialog({ name: 'new-global-form' })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="templates">
          <FormTemplates
            manageBar={
              <ManageBar
                isSyncing={sync.isSyncing}
                lastSync={sync.last}
                onSync={sync.start}
                onAction={(name) => setDialog({ name })}
              />
            }
            order={order ?? 'folder'}
            onOrder={list}
            search={q ?? ''}
            onSearch={(text) =>
              void navigate({ search: (now) => ({ ...now, q: text || undefined }), replace: true })
            }
            onEdit={edit}
            onGetFormLink={getLink}
            onPreviews={(template) => setDialog({ name: 'previews', template })}
            onAddForm={() => setDialog({ name: 'add-form' })}
          />
        </Tabs.Panel>
      </Tabs>
      <FormsDialogs dialog={dialog} onDialog={setDialog} onOrder={list} sync={sync} />
      <GetFormLinkDialog target={target} onClose={() => setTarget(null)} />
    </>
  );
}

function ManagingActions({ onMore, onNew }: { onMore: () => void; onNew: () => void }) {
  return (
    <>
      <Button variant="default" leftSection={<IconDots size={16} aria-hidden />} onClick={onMore}>
        More Options
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
        New Template
      </Button>
    </>
  );
}

function ManageTemplates({ onOpen }: { onOpen: () => void }) {
  return (
    <Button variant="default" leftSection={<IconAdjustments size={16} aria-hidden />} onClick={onOpen}>
      Manage Templates
    </Button>
  );
}

interface ClientFormsProps {
  onEdit: (templateId: number) => void;
  onTarget: (target: LinkTarget) => void;
  onNewForm: () => void;
}

/** The tab of the clients' forms. It loads the templates with their number of forms. */
function ClientForms({ onEdit, onTarget, onNewForm }: ClientFormsProps) {
  const { view, order: _, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const templates = useCountedTemplates();
  const folders = useFolders();
  if (templates.isPending) return <FormsLoading />;
  return (
    <Suspense fallback={<FormsLoading />}>
      <AllClientForms
        templates={templates.data}
        folders={folders.data}
        isLoading={folders.isPending}
        error={templates.error ?? folders.error}
        onRetry={() => void Promise.all([templates.refetch(), folders.refetch()])}
        search={{ ...search, view: view === 'templates' ? undefined : view }}
        onSearch={(changes) =>
          void navigate({ search: (now) => ({ ...now, ...changes }), replace: changes.view === undefined })
        }
        onGetLink={(template) => onTarget(genericTarget(template))}
        onEditDetails={({ id }) => onEdit(id)}
        onNewGlobalForm={onNewForm}
        onGetSubmissionLink={(submission) => onTarget(submissionLinkTarget(submission))}
      />
    </Suspense>
  );
}

/** A public link: no client, no session (1§2). */
function genericTarget(template: Template): LinkTarget {
  return {
    formId: template.id,
    form_link_id: template.form_link_id,
    title: template.form_name_agent,
    type: template.type,
    notes: template.notes,
    client: null,
    session: null,
    isClosed: false,
    docusign_template_id: template.docusign_template_id,
  };
}
