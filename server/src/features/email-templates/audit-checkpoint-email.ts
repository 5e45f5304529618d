import { emailLayout, oneLine, part, plainPage } from './email-layout.ts';
import { momentText } from './new-device-email.ts';

interface SentCheckpoint {
  /** ISO 8601. */
  at: string;
  position: number;
  event_id: number;
}

/**
 * Emails the latest checkpoint of the audit log's hash chain, so that a copy exists outside the installation (decision
 * 061). It is attached as a file of one line, which `npm run audit:verify -- --head` reads. The email grants no access to
 * anything.
 */
export function auditCheckpointEmail(input: {
  brokerage: string;
  checkpoint: SentCheckpoint;
  timeZone: string;
}): {
  subject: string;
  text: string;
  html: string;
  attachments: { name: string; mime_type: string; bytes: Buffer }[];
} {
  const { brokerage, checkpoint, timeZone } = input;
  const lines = [
    `On ${momentText(new Date(checkpoint.at), timeZone)} the hash chain of the audit log ended at position ${checkpoint.position}, row ${checkpoint.event_id}.`,
    'Please keep this email and do not reply to it. If the audit log is ever in doubt, the attached file shows whether anything up to this position was changed: give it to your IT contact, for npm run audit:verify -- --head <file>.',
  ];
  const line = `${JSON.stringify(checkpoint)}\n`;
  return {
    subject: oneLine(`${brokerage}: audit checkpoint, position ${checkpoint.position}`),
    text: plainPage(lines),
    html: emailLayout('en', brokerage, lines.map(part.text)),
    attachments: [
      {
        name: `audit-head-${checkpoint.at.slice(0, 10)}.jsonl`,
        mime_type: 'application/jsonl',
        bytes: Buffer.from(line),
      },
    ],
  };
}
