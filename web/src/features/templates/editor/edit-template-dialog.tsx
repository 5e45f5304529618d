import type { Folder } from '@ledgerline/contract/folders/endpoints';
import { EMAIL_NOT_CONNECTED, type ReminderMode } from '@ledgerline/contract/rules';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { NativeSelect } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useState } from 'react';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { applyFooterOffset } from '../../../components/ui/footer-offset.ts';
import { GuardedModal, useDialogGuard } from '../../../components/ui/guarded-modal.tsx';
import { LeaveGuard } from '../../../components/ui/leave-guard.tsx';
import { both, Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { FormButtons } from '../../../domain/editing/dialog-form.tsx';
import { FORM_ERROR_KEY, fieldErrors, useEditing } from '../../../domain/editing/use-editing.ts';
import { EmailOffNote } from '../../../domain/email/email-off-note.tsx';
import { useFolders, useTemplates } from '../../../domain/forms/use-templates.ts';
import { ReminderNumberFields } from '../../../domain/reminders/reminder-number-fields.tsx';
import { ApiError, hasErrorCode } from '../../../lib/api-error.ts';
import { useTemplate, useUpdateTemplate } from '../api.ts';
import styles from './edit-template.module.css';
import { EditorSection } from './editor-section.tsx';
import { ItemizedCosts } from './itemized-costs.tsx';
import { PreviewDocuments } from './preview-documents.tsx';
import { PriceExample } from './price-example.tsx';
import { PricingFields } from './pricing-fields.tsx';
import { TemplateDetailFields } from './template-detail-fields.tsx';
import {
  isLinkIdTaken,
  type TemplateValues,
  templateChanges,
  templateErrors,
  templateValues,
} from './template-values.ts';

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

interface ReminderFieldsProps {
  values: TemplateValues;
  errors: FormErrors;
  onChange: (changes: Partial<TemplateValues>) => void;
}

const MODES: Record<ReminderMode, string> = {
  default: 'Default',
  off: 'Off',
  own: 'Custom',
};

/** Whether and how often clients are reminded of this form. */
function ReminderFields({ values, errors, onChange }: ReminderFieldsProps) {
  return (
    <EditorSection title="Reminders to clients">
      <NativeSelect
        label="Reminders"
        name="reminders_mode"
        description="Sent after this form’s link is emailed, until the client has finished."
        data={Object.entries(MODES).map(([value, label]) => ({ value, label }))}
        value={values.reminders_mode}
        onChange={(event) => onChange({ reminders_mode: event.currentTarget.value })}
      />
      <EmailOffNote>{`${EMAIL_NOT_CONNECTED} No reminders are sent.`}</EmailOffNote>
      {values.reminders_mode === 'own' && (
        <ReminderNumberFields values={values} errors={errors} onChange={onChange} placeholder="Default" />
      )}
    </EditorSection>
  );
}

const DUPLICATE_LINK = 'Please fix the duplicate Form Link ID before saving';
const LINK_IN_USE = 'This Form Link ID is already in use.';
const SAVE_FAILED = 'Error saving form. See console for details.';

interface EditInput {
  template: Template;
  templates: readonly Template[];
  onSaved: () => void;
}

/** The editor's state: values, errors and saving (0§8 Form save). */
function useEditTemplate({ template, templates, onSaved }: EditInput) {
  /** The server knows a form with this link id that the list here does not contain. */
  const [rejectedLinkId, setRejectedLinkId] = useState<string | null>(null);
  const update = useUpdateTemplate(template.id);
  const isTaken = ({ form_link_id }: TemplateValues) =>
    isLinkIdTaken(form_link_id, templates, template.id) || rejectedLinkId === form_link_id;
  const editing = useEditing({
    start: templateValues(template),
    check: (values) => ({
      ...templateErrors(values, template.type),
      [FORM_ERROR_KEY]: isTaken(values) && DUPLICATE_LINK,
    }),
    send: (values) => update.mutateAsync(templateChanges(values, template)),
    successMessage: ({ form_name_agent }) => `“${form_name_agent}” was saved.`,
    onDone: onSaved,
    failed: failureText,
    toFieldErrors(error, { form_link_id }) {
      if (hasErrorCode(error, 'duplicate')) setRejectedLinkId(form_link_id);
      return fieldErrors(error);
    },
  });
  return { ...editing, isTaken: isTaken(editing.form.values) };
}

function failureText(error: Error): string {
  const serverMessage = error instanceof ApiError && error.status === 409 ? error.serverMessage : undefined;
  return serverMessage || (hasErrorCode(error, 'duplicate') ? LINK_IN_USE : SAVE_FAILED);
}
