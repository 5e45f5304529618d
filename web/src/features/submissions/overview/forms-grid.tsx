import type { Folder } from '@ledgerline/contract/folders/endpoints';
import { UNCATEGORIZED_FOLDER_LABEL } from '@ledgerline/contract/rules';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { Group, Text } from '@mantine/core';
import { IconLink, IconPencil } from '@tabler/icons-react';
import { QuietButton } from '../../../components/ui/quiet-button.tsx';
import { AccountBadge, FormTypeBadge, MissingTemplateBadge } from '../../../domain/forms/form-badges.tsx';
import { activityText } from '../submission-display.ts';
import styles from './cards.module.css';

interface FormsGridProps {
  templates: readonly Template[];
  folders: readonly Folder[];
  onGetLink: (template: Template) => void;
  onEditDetails: (template: Template) => void;
}

/** Every registered form as a card (1§2). */
export function FormsGrid({ templates, folders, onGetLink, onEditDetails }: FormsGridProps) {
  const labels = new Map(folders.map(({ id, label }) => [id, label]));
  return (
    <ul className={`plain ${styles.grid}`} aria-label="Forms">
      {templates.map((template) => (
        <li key={template.id} className={styles.card}>
          <Text fw={500} className={styles.title ?? ''}>
            {template.form_name_agent}
          </Text>
          <Text size="sm" c="dimmed">
            {labels.get(template.folder_id ?? 0) ?? UNCATEGORIZED_FOLDER_LABEL}
          </Text>
          <Group gap={6}>
            <FormTypeBadge type={template.type} />
            <AccountBadge account={template.square_account} />
            <MissingTemplateBadge isMissing={template.is_missing_at_provider} />
          </Group>
          <Text size="sm" c="dimmed">
            Modified {activityText(template.updated_at, new Date())}
          </Text>
          <Group gap={4} className={styles.footer ?? ''}>
            <QuietButton
              icon={IconLink}
              aria-label={`Get Form Link: ${template.form_name_agent}`}
              onClick={() => onGetLink(template)}
            >
              Get Form Link
            </QuietButton>
            <QuietButton
              icon={IconPencil}
              color="gray"
              aria-label={`Edit Form Details: ${template.form_name_agent}`}
              onClick={() => onEditDetails(template)}
            >
              Edit
            </QuietButton>
          </Group>
        </li>
      ))}
    </ul>
  );
}
