import { type EmailLogEntry, listClientEmails } from '@ledgerline/contract/link-emails/endpoints';
import { listClientLinks } from '@ledgerline/contract/secure-links/endpoints';
import { getGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import { FakeServer } from '../../../testing/fake-server.ts';
import { serveNoReminders } from '../../../testing/reminders.ts';
import { renderPart } from '../../../testing/render-app.tsx';
import { someSettings } from '../../../testing/settings.ts';
import { GetFormLinkDialog } from '../get-form-link-dialog.tsx';
import type { LinkTarget } from '../link-target.ts';

export const URL_OF_LINK = 'http://portal.test/forms/personal-info/a.b.c';
export const HOUR = 3_600_000;

const TARGET: LinkTarget = {
  formId: 1,
  form_link_id: 'personal-info',
  title: 'Personal Information',
  type: 'Web Form',
  notes: '<p>For everyone</p>',
  client: {
    id: 7,
    name: 'Maria Alvarez',
    email: 'maria@example.com',
    phone: '3055550123',
    language: 'Spanish',
  },
  session: null,
  isClosed: false,
};

export function aLink(extras: { expiresAt?: string; expiresSoon?: boolean; formUrl?: string } = {}) {
  return {
    success: true,
    data: {
      formUrl: URL_OF_LINK,
      expiresAt: new Date(Date.now() + 168 * HOUR).toISOString(),
      sessionFormId: 1,
      token: 'a.b.c',
      title: 'Personal Information',
      status: 'pending',
      expiresSoon: false,
      ...extras,
    },
  } as const;
}

/** A server where the client has no link yet. */
export function aServer() {
  return serveNoReminders(new FakeServer())
    .reply(listClientLinks, { success: true, data: [] })
    .reply(listClientEmails, { success: true, data: [] })
    .reply(getGlobalSettings, {
      success: true,
      data: someSettings(),
    });
}

export const EMAILED: EmailLogEntry = {
  id: 1,
  kind: 'form_link',
  to_address: 'maria@example.com',
  subject: 'Your form',
  about: 'Personal Information',
  language: 'es',
  status: 'sent',
  error: null,
  client_id: 7,
  session_id: null,
  session_form_id: 1,
  link_ends_at: null,
  sent_by: 'Ada Byron',
  created_at: '2026-11-20T15:00:00.000Z',
  sent_at: '2026-11-20T15:00:01.000Z',
};

export const EXPIRED = {
  id: 5,
  secure_access_token: 'a.b.c',
  access_token_expires_at: '2026-01-02T10:00:00.000Z',
  access_type: 'client_new',
  form_id: 1,
  client_id: 7,
  session_form_id: 3,
  session_id: null,
  status: 'opened',
  created_at: '2026-01-01T10:00:00.000Z',
  viewed_at: null,
  title: 'Personal Information',
  form_url: URL_OF_LINK,
  is_expired: true,
} as const;

export function showDialog(target: Partial<LinkTarget> = {}, onClose = () => undefined) {
  renderPart(<GetFormLinkDialog target={{ ...TARGET, ...target }} onClose={onClose} />);
}
