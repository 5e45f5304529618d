import type { Folder } from '@ledgerline/contract/folders/endpoints';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { Button, Group } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { keepFootClear } from '../../../components/ui/foot-room.ts';
import { type DialogGuard, GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { LeaveGuard } from '../../../components/ui/leave-guard.tsx';
import { LoadingRows } from '../../../components/ui/loading-rows.tsx';
import { useFolders, useTemplate, useTemplates } from '../api.ts';
import styles from './edit-template.module.css';
import { FormAlert } from './form-alert.tsx';
import { ItemizedCosts } from './itemized-costs.tsx';
import { PreviewDocuments } from './preview-documents.tsx';
import { PriceExample } from './price-example.tsx';
import { PricingFields } from './pricing-fields.tsx';
import { TemplateDetailFields } from './template-detail-fields.tsx';
import { type TemplateEditing, useEditTemplate } from './use-edit-template.ts';

interface EditTemplateDialogProps {
  /** null keeps it closed. */
  templateId: number | null;
  onClose: () => void;
}

/** The form template editor (0§2): names, folder, notes, prices, payment, link, previews. */
export function EditTemplateDialog({ templateId, onClose }: EditTemplateDialogProps) {
  return (
    <GuardedModal opened={templateId !== null} onClose={onClose} title="Edit Form Details" size={1080}>
      {(guard) => templateId !== null && <Loader id={templateId} guard={guard} onClose={onClose} />}
    </GuardedModal>
  );
}

function Loader({ id, guard, onClose }: { id: number; guard: DialogGuard; onClose: () => void }) {
  const template = useTemplate(id);
  const templates = useTemplates();
  const folders = useFolders();
  const failed = [template, templates, folders].find(({ data, isError }) => !data && isError);
  if (failed?.error)
    return (
      <ErrorState
        title="The form could not be loaded"
        message={failed.error.message}
        onRetry={() => void Promise.all([template.refetch(), templates.refetch(), folders.refetch()])}
        isRetrying={failed.isFetching}
      />
    );
  // The editor keeps what it starts from: that has to be what is stored now.
  if (!template.isFetchedAfterMount || !template.data || !templates.data || !folders.data)
    return <LoadingRows rows={10} label="Loading the form" />;
  return (
    <Editor
      key={id}
      template={template.data}
      templates={templates.data}
      folders={folders.data}
      guard={guard}
      onClose={onClose}
    />
  );
}

interface EditorProps {
  template: Template;
  templates: readonly Template[];
  folders: readonly Folder[];
  guard: DialogGuard;
  onClose: () => void;
}

function Editor({ template: latest, templates, folders, guard, onClose }: EditorProps) {
  // What came in while it is open does not move under the person's hands.
  const [template] = useState(latest);
  const editing = useEditTemplate({ template, templates, onSaved: onClose });
  const form = useRef<HTMLFormElement>(null);
  const { setDirty } = guard;
  useEffect(() => setDirty(editing.isDirty), [editing.isDirty, setDirty]);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!editing.save()) setTimeout(() => focusFirstError(form.current));
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <LeaveGuard isDirty={editing.isDirty} />
      <div className={styles.columns}>
        <Sections editing={editing} template={template} folders={folders} />
      </div>
      <div ref={keepFootClear} className={styles.foot}>
        <FormAlert message={editing.failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={guard.requestClose} disabled={editing.isSaving}>
            Cancel
          </Button>
          <Button type="submit" loading={editing.isSaving}>
            Save
          </Button>
        </Group>
      </div>
    </form>
  );
}

interface SectionsProps {
  editing: TemplateEditing;
  template: Template;
  folders: readonly Folder[];
}

function Sections({ editing, template, folders }: SectionsProps) {
  const { values, errors, change, isTaken } = editing;
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

function focusFirstError(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus({ preventScroll: true });
  // Not at the edge, where head and foot of the dialog lie over it.
  field?.scrollIntoView({ block: 'center' });
}
