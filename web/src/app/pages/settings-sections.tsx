import { Group } from '@mantine/core';
import { IconDownload, IconTable, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/ui/link.tsx';
import { SectionCard } from '../../components/ui/section-card.tsx';
import { FormOnPage } from '../../domain/editing/form-on-page.tsx';
import type { SettingsSection } from '../../domain/settings/settings-sections.ts';
import { AlertSettings } from '../../features/audit/alert-settings.tsx';
import { SignInPolicySettings } from '../../features/auth/sign-in-policy-settings.tsx';
import { BackupState } from '../../features/settings/backup-state.tsx';
import { BrandSettings } from '../../features/settings/brand-settings.tsx';
import { EmailState } from '../../features/settings/email-state.tsx';
import { GlobalFormSettings, type SettingsPart } from '../../features/settings/global-form-settings.tsx';
import { ClientAccessSettings } from '../../features/teams/client-access-settings.tsx';
import { AddTeamButton, TeamSettings } from '../../features/teams/team-settings.tsx';

/** What each section of the settings shows. */
export const SECTION_CONTENT: Record<SettingsSection, () => ReactNode> = {
  brand: () => <BrandSettings />,
  email: () => <EmailState />,
  forms: () => (
    <>
      <SectionCard title="Links">
        <FormSettings part="links" />
      </SectionCard>
      <SectionCard title="Forms" text="Templates, folders, bundles and the document library.">
        <Group gap="xs">
          <ButtonLink to="/crm/forms" search={{ view: 'templates' }} variant="default">
            Manage Templates
          </ButtonLink>
        </Group>
      </SectionCard>
    </>
  ),
  reminders: () => (
    <SectionCard>
      <FormSettings part="reminders" />
    </SectionCard>
  ),
  enrollment: () => (
    <SectionCard>
      <FormSettings part="enrollment" />
    </SectionCard>
  ),
  security: () => (
    <>
      <SectionCard title="Sign-in policy">
        <FormOnPage>
          <SignInPolicySettings />
        </FormOnPage>
      </SectionCard>
      <SectionCard title="Alerts">
        <FormOnPage>
          <AlertSettings />
        </FormOnPage>
      </SectionCard>
    </>
  ),
  access: () => (
    <>
      <SectionCard title="Client access">
        <FormOnPage>
          <ClientAccessSettings />
        </FormOnPage>
      </SectionCard>
      <SectionCard title="Teams" aside={<AddTeamButton />}>
        <TeamSettings />
      </SectionCard>
      <SectionCard title="Calendars">
        <FormSettings part="calendar" />
      </SectionCard>
      <SectionCard title="Saved views">
        <FormSettings part="views" />
      </SectionCard>
      <SectionCard title="Agents" text="Accounts, access levels and invitations.">
        <ButtonLink to="/crm/agents" variant="default">
          Manage Agents
        </ButtonLink>
      </SectionCard>
    </>
  ),
  data: () => (
    <>
      <SectionCard
        title="Import"
        text="Imports clients from a spreadsheet. You check the rows first, and can undo the import."
      >
        <ButtonLink to="/crm/imports" variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
          Import Clients
        </ButtonLink>
      </SectionCard>
      <SectionCard
        title="Export"
        text="The ledger exports the clients it shows. A client’s page exports everything about that client. The audit log exports its entries."
      >
        <Group gap="xs">
          <ButtonLink to="/crm/ledger" variant="default" leftSection={<IconTable size={16} aria-hidden />}>
            Open the Ledger
          </ButtonLink>
          <ButtonLink to="/crm/audit" variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
            Audit Log
          </ButtonLink>
        </Group>
      </SectionCard>
      <BackupState />
    </>
  ),
};

function FormSettings({ part }: { part: SettingsPart }) {
  return (
    <FormOnPage>
      <GlobalFormSettings parts={[part]} />
    </FormOnPage>
  );
}
