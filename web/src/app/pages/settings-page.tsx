import { Box, Stack } from '@mantine/core';
import { Navigate, useParams } from '@tanstack/react-router';
import { AnchorLink } from '../../components/ui/link.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { SETTINGS_SECTIONS, type SettingsSection } from '../../domain/settings/settings-sections.ts';
import { useIsWide } from '../../lib/use-is-wide.ts';
import styles from './settings-page.module.css';
import { SECTION_CONTENT } from './settings-sections.tsx';

/** /crm/settings: everything owners can set, by section; each section has its own address. */
export function SettingsPage() {
  const { section: name } = useParams({ strict: false });
  const section = SETTINGS_SECTIONS.find((one) => one.name === name);
  const isWide = useIsWide();
  if (name !== undefined && !section) return <Navigate to="/crm/settings" replace />;
  return (
    <>
      <PageHeader
        title={section?.title ?? 'Settings'}
        {...(section ? { back: { href: '/crm/settings', label: 'All settings' } } : {})}
      />
      {section ? (
        <div className={styles.page}>
          {isWide && <Sections current={section.name} />}
          <Stack miw={0} maw={680} pb={48} key={section.name}>
            {SECTION_CONTENT[section.name]()}
          </Stack>
        </div>
      ) : (
        <SectionList />
      )}
    </>
  );
}

function Sections({ current }: { current: SettingsSection }) {
  return (
    <nav aria-label="Settings" className={styles.sections}>
      <ul className="plain">
        {SETTINGS_SECTIONS.map(({ name, title }) => (
          <li key={name}>
            <AnchorLink
              to="/crm/settings/$section"
              params={{ section: name }}
              className={name === current ? styles.open : styles.section}
              underline="never"
              {...(name === current ? { 'aria-current': 'page' as const } : {})}
            >
              {title}
            </AnchorLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const TEXTS: Record<SettingsSection, string> = {
  brand: 'Your logo, color and phone number for clients',
  email: 'The mail server and the sender',
  forms: 'How long links stay valid, and where forms are managed',
  reminders: 'When clients are reminded of forms, signatures and invoices',
  enrollment: 'Open enrollment dates shown on Today',
  security: 'Two-factor authentication, screen lock and alerts',
  access: 'Teams, calendars and which clients each agent sees',
  data: 'Import, export and backups',
};

function SectionList() {
  return (
    <ul className={`plain ${styles.list}`} aria-label="Sections">
      {SETTINGS_SECTIONS.map(({ name, title }) => (
        <li key={name}>
          <AnchorLink
            to="/crm/settings/$section"
            params={{ section: name }}
            className={styles.entry ?? ''}
            underline="never"
          >
            <Box component="span" fz="lg" fw={600}>
              {title}
            </Box>
            <Box component="span" c="dimmed" fz="md">
              {TEXTS[name]}
            </Box>
          </AnchorLink>
        </li>
      ))}
    </ul>
  );
}
