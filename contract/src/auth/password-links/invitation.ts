import { z } from 'zod';
import { emailStatusSchema } from '../../link-emails/endpoints.ts';

export const invitationSchema = z.object({
  state: z.enum(['open', 'expired', 'withdrawn']),
  /** The status of the invitation's email. */
  email_status: emailStatusSchema,
  sent_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type Invitation = z.output<typeof invitationSchema>;
