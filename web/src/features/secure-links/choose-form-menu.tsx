import type { Template } from '@ledgerline/contract/templates/endpoints';
import { Button, Menu, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useTemplates } from './api.ts';

interface ChooseFormMenuProps {
  onChoose: (template: Template) => void;
}

/** "Get Form Link": the registered forms, one of which the link will be for. */
export function ChooseFormMenu({ onChoose }: ChooseFormMenuProps) {
  const templates = useTemplates();
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconLink size={15} aria-hidden />}
          loading={templates.isLoading}
        >
          Get Form Link
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {templates.isError && (
          <Menu.Item onClick={() => void templates.refetch()} closeMenuOnClick={false}>
            <Text size="sm">The forms could not be loaded.</Text>
            <Text size="sm" c="dimmed">
              Try Again
            </Text>
          </Menu.Item>
        )}
        {templates.data?.length === 0 && <Menu.Label>No forms found</Menu.Label>}
        {templates.data?.map((template) => (
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
