import type { SearchKind } from '@ledgerline/contract/search/kinds';
import { Group, Kbd } from '@mantine/core';
import { SpotlightAction, SpotlightActionsGroup } from '@mantine/spotlight';
import {
  IconChecklist,
  IconFile,
  IconFolders,
  IconForms,
  IconReceipt,
  IconTemplate,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import styles from './palette.module.css';

/** One entry of the palette. */
export interface PaletteLine {
  /** Unique in the whole list. */
  key: string;
  icon: TablerIcon;
  label: string;
  description?: string;
  keys?: readonly string[];
  onChoose: () => void;
}

export interface PaletteSection {
  title: string;
  lines: PaletteLine[];
  /** Below the entries: there are more results. */
  more?: string;
}

export const KINDS: Record<SearchKind, { title: string; icon: TablerIcon }> = {
  client: { title: 'Clients', icon: IconUser },
  submission: { title: 'Submissions', icon: IconForms },
  session: { title: 'Sessions', icon: IconFolders },
  invoice: { title: 'Invoices', icon: IconReceipt },
  document: { title: 'Documents', icon: IconFile },
  template: { title: 'Templates', icon: IconTemplate },
  task: { title: 'Tasks', icon: IconChecklist },
};

/** A section with its entries; each entry names its section for screen readers. */
export function PaletteLines({ title, lines, more }: PaletteSection) {
  return (
    <SpotlightActionsGroup label={title} role="group" aria-label={title}>
      {lines.map(({ key, icon: Icon, label, description, keys, onChoose }) => (
        <SpotlightAction
          key={key}
          label={label}
          {...(description ? { description } : {})}
          classNames={{ actionBody: styles.body, actionLabel: styles.line, actionDescription: styles.line }}
          leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
          {...(keys ? { rightSection: <Keys keys={keys} /> } : {})}
          onClick={onChoose}
        />
      ))}
      {more && <div className={styles.more}>{more}</div>}
    </SpotlightActionsGroup>
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <Group component="span" gap={4} align="stretch" wrap="nowrap" aria-hidden>
      {keys.map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
    </Group>
  );
}
