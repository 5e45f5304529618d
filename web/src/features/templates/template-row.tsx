import type { Template } from '@ledgerline/contract/templates/endpoints';
import { Button, Group, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconFileText, IconLink, type TablerIcon } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { isInteractive, isSelectingText } from '../../components/ui/card-frame.tsx';
import { dayText } from '../../domain/days.ts';
import { AccountBadge, FormTypeBadge, MissingTemplateBadge } from '../../domain/forms/form-badges.tsx';
import { isArchived } from '../../domain/forms/use-templates.ts';
import styles from './form-templates.module.css';
import { priceText, signersText } from './template-display.ts';

export interface TemplateRowActions {
  onEdit: (id: number) => void;
  onPreviews: (template: Template) => void;
  onGetFormLink: (template: Template) => void;
  /** Archives it, or restores an archived one. */
  onArchive: (template: Template) => void;
}

interface TemplateRowProps extends TemplateRowActions {
  template: Template;
  showDate?: boolean;
}

/** One form as a row: names, type, account, link, price, signers. A click anywhere opens the editor. */
export function TemplateRow({
  template,
  showDate = false,
  onEdit,
  onPreviews,
  onGetFormLink,
  onArchive,
}: TemplateRowProps) {
  const signers = signersText(template);
  function openOnClick(event: MouseEvent<HTMLElement>) {
    if (isInteractive(event) || isSelectingText()) return;
    onEdit(template.id);
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the name is the button for the keyboard
    <li className={styles.row} onClick={openOnClick}>
      <div className={styles.names}>
        <UnstyledButton className={styles.name} onClick={() => onEdit(template.id)}>
          {template.form_name_agent}
        </UnstyledButton>
        <Text size="xs" c="dimmed" truncate>
          {template.form_name_client}
        </Text>
      </div>
      <Group gap={4} align="stretch">
        <FormTypeBadge type={template.type} />
        <AccountBadge account={template.square_account} />
        <MissingTemplateBadge isMissing={template.is_missing_at_provider} />
      </Group>
      <Text size="sm" c="dimmed" truncate className={styles.link ?? ''} title={template.form_link_id}>
        {template.form_link_id}
      </Text>
      <Text size="sm" c="dimmed" className={styles.signers ?? ''}>
        {showDate ? dateText(template) : signers}
      </Text>
      <Text size="sm" className={`tabular ${styles.price ?? ''}`}>
        {priceText(template)}
      </Text>
      <div className={styles.actions}>
        <RowButton
          label="Preview documents"
          name={`Previews of ${template.form_name_agent}`}
          icon={IconFileText}
          onClick={() => onPreviews(template)}
        />
        {!isArchived(template) && (
          <RowButton
            label="Get Form Link"
            name={`Get Form Link: ${template.form_name_agent}`}
            icon={IconLink}
            onClick={() => onGetFormLink(template)}
          />
        )}
        <RowButton
          label={isArchived(template) ? 'Restore' : 'Archive'}
          name={`${isArchived(template) ? 'Restore' : 'Archive'} ${template.form_name_agent}`}
          icon={isArchived(template) ? IconArchiveOff : IconArchive}
          onClick={() => onArchive(template)}
        />
      </div>
    </li>
  );
}

interface RowButtonProps {
  /** In the tooltip. */
  label: string;
  /** For screen readers, with the template's name. */
  name: string;
  icon: TablerIcon;
  onClick: () => void;
}

function RowButton({ label, name, icon: Icon, onClick }: RowButtonProps) {
  return (
    <Tooltip label={label}>
      <Button size="compact-sm" variant="subtle" color="gray" aria-label={name} onClick={onClick}>
        <Icon size={16} aria-hidden />
      </Button>
    </Tooltip>
  );
}

const dateText = ({ archived_at, created_at }: Template): string =>
  archived_at === null ? dayText(created_at) : `Archived ${dayText(archived_at)}`;
