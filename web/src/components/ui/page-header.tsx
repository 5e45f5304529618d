import { Group, Title } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { usePageTitle } from '../../lib/page-title.ts';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { AnchorLink } from './link.tsx';
import styles from './page-header.module.css';

interface PageHeaderProps {
  /** The page's name: heading and document title (0§2). */
  title: string;
  /** The screen's buttons, at the right of the header. */
  actions?: ReactNode;
  /** Target of the back arrow before the title. */
  back?: { href: string; label: string };
}

/** Fills the shell's slim header; without a shell it renders in place. */
export function PageHeader({ title, actions, back }: PageHeaderProps) {
  usePageTitle(title);
  const slot = useContext(PageHeaderSlot);
  const header = (
    <Group flex={1} miw={0} gap="xs" wrap="nowrap">
      {back && (
        <AnchorLink
          to={back.href}
          className={styles.back}
          aria-label={back.label}
          title={back.label}
          data-wide-target
        >
          <IconChevronLeft size={18} aria-hidden />
        </AnchorLink>
      )}
      <Title order={1} tabIndex={-1} className={styles.title} data-page-title>
        {title}
      </Title>
      {actions && (
        <Group gap="xs" wrap="nowrap" className={styles.actions} data-compact-targets>
          {actions}
        </Group>
      )}
    </Group>
  );
  return slot ? createPortal(header, slot) : header;
}

/** The look of a button among the actions of a page header: an icon on small screens, where the title needs the space. */
export function useHeaderAction(label: string, icon: ReactNode) {
  const isWide = useIsWide();
  return isWide ? { leftSection: icon, children: label } : { px: 10, 'aria-label': label, children: icon };
}

/** The shell header's element that a page's PageHeader fills; null without a shell. */
export const PageHeaderSlot = createContext<HTMLElement | null>(null);
