import { Collapse, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import styles from './form-templates.module.css';
import type { TemplateGroup } from './template-groups.ts';
import { TemplateRow, type TemplateRowActions } from './template-row.tsx';

interface TemplateGroupSectionProps extends TemplateRowActions {
  group: TemplateGroup;
  /** The group contains only matches of this search; empty: no search. */
  search: string;
}

/** A collapsible folder with its forms; search results in a collapsed one are shown anyway. */
export function TemplateGroupSection({ group, search, ...actions }: TemplateGroupSectionProps) {
  const [isFolded, setFolded] = useState(false);
  const [foldedFor, setFoldedFor] = useState('');
  const panelId = useId();
  const count = group.templates.length;
  if (search !== '' && count === 0) return null;
  const isOpen = search === '' ? !isFolded : foldedFor !== search;
  const toggle = () => (search === '' ? setFolded(isOpen) : setFoldedFor(isOpen ? search : ''));
  return (
    <section className={styles.group} aria-label={group.label}>
      <UnstyledButton
        className={styles.folder}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={toggle}
      >
        <IconChevronRight size={16} aria-hidden className={styles.chevron} data-open={isOpen || undefined} />
        <span className={styles.folderName}>{group.label}</span>
        <span className={styles.count}>{count === 1 ? '1 form' : `${count} forms`}</span>
      </UnstyledButton>
      <Collapse expanded={isOpen} id={panelId}>
        {count === 0 ? (
          <Text size="sm" c="dimmed" px="md" py="sm">
            No forms in this folder.
          </Text>
        ) : (
          <ul className="plain">
            {group.templates.map((template) => (
              <TemplateRow key={template.id} template={template} {...actions} />
            ))}
          </ul>
        )}
      </Collapse>
    </section>
  );
}
