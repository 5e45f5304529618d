import type { Template } from '@ledgerline/contract/templates/endpoints';
import { Menu, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { QuietButton } from '../../components/ui/quiet-button.tsx';
import { useTemplates } from '../../domain/forms/use-templates.ts';
import styles from './choose-form-menu.module.css';

/** "Get Form Link": the registered forms to choose from. */
export function ChooseFormMenu({ onChoose }: { onChoose: (template: Template) => void }) {
  const templates = useTemplates();
  const byName = templates.data?.toSorted((a, b) => a.form_name_agent.localeCompare(b.form_name_agent));
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <QuietButton icon={IconLink} loading={templates.isLoading}>
          Get Form Link
        </QuietButton>
      </Menu.Target>
      <Menu.Dropdown className={styles.list ?? ''}>
        {templates.isError && (
          <Menu.Item onClick={() => void templates.refetch()} closeMenuOnClick={false}>
            <Text size="sm">The forms could not be loaded.</Text>
            <Text size="sm" c="dimmed">
              Try Again
            </Text>
          </Menu.Item>
        )}
        {templates.data?.length === 0 && <Menu.Label>No forms found</Menu.Label>}
        {byName?.map((template) => (
          <Menu.Item key={template.id} onClick={() => onChoose(template)}>
            <Text size="sm">{template.form_name_agent}</Text>
            <Text size="xs" c="dimmed">
              {template.type}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
