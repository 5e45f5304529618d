import type { Folder } from '@ledgerline/contract/folders/endpoints';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { useState } from 'react';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { applyFooterOffset } from '../../../components/ui/footer-offset.ts';
import { GuardedModal, useDialogGuard } from '../../../components/ui/guarded-modal.tsx';
import { LeaveGuard } from '../../../components/ui/leave-guard.tsx';
import { both, Loaded } from '../../../components/ui/loaded.tsx';
import { LoadingRows } from '../../../components/ui/loading-rows.tsx';
import { FormButtons } from '../../../domain/editing/dialog-form.tsx';
import { useFolders, useTemplates } from '../../../domain/forms/use-templates.ts';
import { useTemplate } from '../api.ts';
import styles from './edit-template.module.css';
import { ItemizedCosts } from './itemized-costs.tsx';
import { PreviewDocuments } from './preview-documents.tsx';
import { PriceExample } from './price-example.tsx';
import { PricingFields } from './pricing-fields.tsx';
import { ReminderFields } from './reminder-fields.tsx';
import { TemplateDetailFields } from './template-detail-fields.tsx';
import { useEditTemplate } from './use-edit-template.ts';

interface EditTemplateDialogProps {
  /** null keeps it closed. */
  templateId: number | null;
  onClose: () => void;
}

/** The form template editor (0§2): names, folder, notes, prices, payment, link, previews. */
export function EditTemplateDialog({ templateId, onClose }: EditTemplateDialogProps) {
  return (
    <GuardedModal opened={templateId !== null} onClose={onClose} title="Edit Form Details" size={1080}>
      {templateId !== null && <Loader id={templateId} onClose={onClose} />}
    </GuardedModal>
  );
}

function Loader({ id, onClose }: { id: number; onClose: () => void }) {
  const template = useTemplate(id);
  const choices = both(useTemplates(), useFolders());
  const loading = <LoadingRows rows={10} label="Loading the form" />;
  return (
    <Loaded query={both(template, choices)} failed="The form could not be loaded" loading={loading}>
      {([stored, [templates, folders]]) =>
        // The editor keeps its initial values: they must be current.
        template.isFetchedAfterMount ? (
          <Editor key={id} template={stored} templates={templates} folders={folders} onClose={onClose} />
        ) : (
          loading
        )
      }
    </Loaded>
  );
}

interface EditorProps {
  template: Template;
  templates: readonly Template[];
  folders: readonly Folder[];
  onClose: () => void;
}

function Editor({ template: latest, templates, folders, onClose }: EditorProps) {
  // Updates that arrive while it is open do not change the form.
  const [template] = useState(latest);
  const editing = useEditTemplate({ template, templates, onSaved: onClose });
  const leave = useDialogGuard(editing.hasChanges);
  return (
    <form onSubmit={editing.submit} noValidate>
      <LeaveGuard isDirty={editing.isDirty} />
      <div className={styles.columns}>
        <Sections editing={editing} template={template} folders={folders} />
      </div>
      <div ref={applyFooterOffset} className={styles.footer}>
        <FailureNote message={editing.failure} />
        <FormButtons save="Save" isSaving={editing.isSaving} onCancel={leave} />
      </div>
    </form>
  );
}

interface SectionsProps {
  editing: ReturnType<typeof useEditTemplate>;
  template: Template;
  folders: readonly Folder[];
}

function Sections({ editing, template, folders }: SectionsProps) {
  const { change, isTaken } = editing;
  const { values, errors } = editing.form;
  return (
    <>
      <div className={styles.column}>
        <TemplateDetailFields
          template={template}
          values={values}
          errors={errors}
          folders={folders}
          isTaken={isTaken}
          onChange={change}
        />
        <ReminderFields values={values} errors={errors} onChange={change} />
        <PreviewDocuments templateId={template.id} />
      </div>
      <div className={styles.column}>
        <PricingFields values={values} errors={errors} onChange={change} />
        <ItemizedCosts
          template={template}
          options={values.options}
          error={errors.options}
          onChange={(options) => change({ options })}
        />
        <PriceExample values={values} />
      </div>
    </>
  );
}
