import { shadesInUse } from '@ledgerline/contract/rules';
import type { Brand } from '@ledgerline/contract/settings/endpoints';
import type { EmailStyle } from '#features/email-templates/email-layout.ts';
import type { Context } from '#platform/context.ts';
import type { NewEmail } from '#platform/email/queue.ts';
import { readLogo } from './service.ts';

const LOGO_CID = 'logo@ledgerline';

/**
 * The brand for an email, and the logo as an inline attachment: an address would tell a server when the email is opened, and would not
 * work without a public one.
 */
export async function emailStyle(
  ctx: Pick<Context, 'db'>,
  { color, logo }: Brand,
): Promise<{
  style: Omit<EmailStyle, 'agent' | 'phone'>;
  attachments: NonNullable<NewEmail['attachments']>;
}> {
  const bytes = logo && (await readLogo(ctx));
  return {
    style: {
      color: color && shadesInUse(color).light,
      logo: logo && { cid: LOGO_CID, width: logo.width, height: logo.height },
    },
    attachments: bytes ? [{ name: 'logo.png', mime_type: 'image/png', bytes, cid: LOGO_CID }] : [],
  };
}
