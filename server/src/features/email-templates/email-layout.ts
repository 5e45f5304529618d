import { filled, type Language } from '@ledgerline/contract/languages';
import type { EmailMessages } from '@ledgerline/contract/text/text';

/** What the brand changes in emails to clients. */
export interface EmailStyle {
  /** The color of the button. */
  color: string | null;
  /** '' for none. */
  phone: string;
  /** Whose phone number it is; '' for the brokerage. */
  agent: string;
  /** Attached to the email; null without one. */
  logo: { cid: string; width: number; height: number } | null;
}

/** Text escaped for HTML. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const small = (content: string) => `<p style="font-size:14px;color:#5b6675">${content}</p>`;

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

/** The parts of an email's page; each accepts text, none accepts HTML. */
export const part = {
  text: (text: string) => (text ? `<p>${text.split('\n').map(escaped).join('<br>')}</p>` : ''),
  strong: (text: string) => `<p style="font-size:18px;font-weight:600">${escaped(text)}</p>`,
  small: (text: string) => small(escaped(text)),
  button: (url: string, label: string, color: string | null = null) =>
    `<p style="margin:24px 0"><a href="${escaped(url)}" style="background:${color ?? '#0f766e'};color:#fff;padding:12px 24px;border-radius:8px;text-decoration:none;font-weight:600">${escaped(label)}</a></p>`,
  list: (items: readonly string[]) =>
    items.length > 0
      ? `<ul style="margin:0 0 16px;padding-left:24px">${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`
      : '',
  /** Shows the host only: addresses contain tokens, and are long. */
  address: (url: string, before: string) =>
    small(
      `${escaped(before)} <a href="${escaped(url)}" style="color:#0f766e;overflow-wrap:anywhere">${escaped(hostOf(url))}</a>`,
    ),
};

/** The height of a logo in emails. */
const LOGO_HEIGHT = 40;

/** The brokerage's logo, or its name without one; readers that show no images show the name. */
function headOf(brokerage: string, logo: EmailStyle['logo']): string {
  if (!logo) return `<p style="font-weight:600">${escaped(brokerage)}</p>`;
  const width = Math.round((logo.width / logo.height) * LOGO_HEIGHT);
  return `<p style="font-weight:600"><img src="cid:${logo.cid}" alt="${escaped(brokerage)}" width="${width}" height="${LOGO_HEIGHT}" style="display:block;border:0;max-width:100%"></p>`;
}

/** The HTML of an email: the brokerage above its parts. Light even in dark email programs, because logos are drawn for white paper. */
export function emailLayout(
  language: Language,
  brokerage: string,
  parts: readonly string[],
  logo: EmailStyle['logo'] = null,
): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light only"></head>
<body style="font:16px/1.5 -apple-system,Segoe UI,Roboto,Arial,sans-serif;color:#1c2430;background:#fff;margin:0;padding:24px">
<div style="max-width:560px;margin:0 auto">
${headOf(brokerage, logo)}
${parts.filter(Boolean).join('\n')}
</div></body></html>
`;
}

/** Collapses a subject to one line, whatever a title contains. */
export const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ');

/** The plain text of an email: its paragraphs, without empty ones. */
export const plainPage = (paragraphs: readonly string[]) => `${paragraphs.filter(Boolean).join('\n\n')}\n`;

/** Whom to call with questions; '' without a phone number. */
export function callText(messages: EmailMessages, style: EmailStyle | undefined): string {
  if (!style?.phone) return '';
  const { phone, agent } = style;
  return agent ? filled(messages.callAgent, { name: agent, phone }) : filled(messages.call, { phone });
}

/** The greeting of an email, with or without a name. */
export function greetingOf(messages: EmailMessages, name: string): string {
  return name ? filled(messages.hello, { name }) : messages.helloPlain;
}
