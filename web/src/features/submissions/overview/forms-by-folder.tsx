import type { Template } from '@ledgerline/contract/templates/endpoints';
import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronRight, IconLink, IconPencil } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { QuietButton } from '../../../components/ui/quiet-button.tsx';
import { AccountBadge, FormTypeBadge, MissingTemplateBadge } from '../../../domain/forms/form-badges.tsx';
import { activityText } from '../submission-display.ts';
import styles from './forms-by-folder.module.css';
import type { FolderGroup } from './forms-overview.ts';
import { TemplateSubmissions } from './template-submissions.tsx';

export interface FormRowActions {
  onGetLink: (template: Template) => void;
  onEditDetails: (template: Template) => void;
  onPreview: (submissionId: number) => void;
}

/** The forms of each folder with their submission counts; a form expands to its submissions (1§2). */
export function FormsByFolder({ groups, ...actions }: FormRowActions & { groups: FolderGroup[] }) {
  return (
    <div className={styles.folders}>
      {groups.map((group) => (
        <FolderSection key={group.id ?? 'none'} group={group} {...actions} />
      ))}
    </div>
  );
}

function FolderSection({ group, ...actions }: FormRowActions & { group: FolderGroup }) {
  const [isOpen, setOpen] = useState(true);
  const id = useId();
  return (
    <section className={styles.folder} aria-label={group.label}>
      <h2 className={styles.heading}>
        <UnstyledButton
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={16} aria-hidden className={styles.chevron} />
          {group.label}
          <span className={styles.count}>
            {group.templates.length}
            <VisuallyHidden>{group.templates.length === 1 ? ' form' : ' forms'}</VisuallyHidden>
          </span>
        </UnstyledButton>
      </h2>
      <ul id={id} className={`plain ${styles.rows}`} hidden={!isOpen}>
        {group.templates.map((template) => (
          <FormRow key={template.id} template={template} {...actions} />
        ))}
      </ul>
    </section>
  );
}

function FormRow({ template, onPreview, ...actions }: FormRowActions & { template: Template }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <div className={styles.row}>
        <UnstyledButton
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={16} aria-hidden className={styles.chevron} />
          <span className={styles.name}>{template.form_name_agent}</span>
        </UnstyledButton>
        <Facts template={template} />
        <RowButtons template={template} {...actions} />
      </div>
      <div id={id} hidden={!isOpen} className={styles.inside}>
        {isOpen && (
          <TemplateSubmissions
            templateId={template.id}
            title={template.form_name_agent}
            onPreview={onPreview}
          />
        )}
      </div>
    </li>
  );
}

/** Screen reader text: type, account, in progress, completed, total, last activity. */
function Facts({ template }: { template: Template }) {
  const { counts, type, square_account } = template;
  return (
    <span className={styles.facts}>
      <FormTypeBadge type={type} />
      <AccountBadge account={square_account} />
      <MissingTemplateBadge isMissing={template.is_missing_at_provider} />
      <Text component="span" size="sm" c="dimmed" className="tabular">
        {counts
          ? `${counts.in_progress} in progress · ${counts.completed} completed · ${counts.total} total`
          : ''}
      </Text>
      <Text component="span" size="sm" c="dimmed">
        {counts?.last_activity
          ? `Last activity ${activityText(counts.last_activity, new Date())}`
          : 'No activity yet'}
      </Text>
    </span>
  );
}

type RowButtonsProps = Omit<FormRowActions, 'onPreview'> & { template: Template };

function RowButtons({ template, onGetLink, onEditDetails }: RowButtonsProps) {
  const about = `: ${template.form_name_agent}`;
  return (
    <span className={styles.buttons}>
      <QuietButton icon={IconLink} aria-label={`Get Form Link${about}`} onClick={() => onGetLink(template)}>
        Get Form Link
      </QuietButton>
      <QuietButton
        icon={IconPencil}
        color="gray"
        aria-label={`Edit Form Details${about}`}
        onClick={() => onEditDetails(template)}
      >
        Edit Form Details
      </QuietButton>
    </span>
  );
}
