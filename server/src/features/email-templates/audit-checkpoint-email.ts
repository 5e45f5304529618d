import { emailLayout, oneLine, part, plainPage } from './email-layout.ts';
import { momentText } from './new-device-email.ts';

interface SentCheckpoint {
  /** ISO 8601. */
  at: string;
  position: number;
  event_id: number;
}

/**
 * The mail that keeps the head of the audit trail's chain outside of the installation (decision 061). It goes along as a
 * file of one line, which `npm run audit:verify -- --head` reads; nothing in it opens anything.
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
    `On ${momentText(new Date(checkpoint.at), timeZone)} the chain of the audit trail ended at place ${checkpoint.position}, row ${checkpoint.event_id}.`,
    'Please keep this mail, and do not answer it. If the audit trail is ever doubted, the attached file proves whether anything up to this place was changed: give it to whoever runs the portal, for npm run audit:verify -- --head <file>.',
  ];
  const line = `${JSON.stringify(checkpoint)}\n`;
  return {
    subject: oneLine(`${brokerage}: head of the audit trail, place ${checkpoint.position}`),
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
