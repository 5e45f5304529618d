import { WordBadge } from '../../components/ui/word-badge.tsx';
import { typeText } from './form-type.ts';

/** What kind of form it is; without a hue, which is the status's. */
export function FormTypeBadge({ type }: { type: string }) {
  return (
    <WordBadge variant="outline" hue="gray">
      {typeText(type)}
    </WordBadge>
  );
}

/** The account that a form's payments go to. */
export function AccountBadge({ account }: { account: string }) {
  return <WordBadge hue="gray">{account}</WordBadge>;
}

/** The e-signature provider no longer has the template: new forms of it cannot be signed. */
export function MissingTemplateBadge({ isMissing }: { isMissing: boolean }) {
  if (!isMissing) return null;
  return (
    <WordBadge
      hue="yellow"
      title="The e-signature provider no longer has this template. Forms that are out for signature go on; new ones cannot be signed."
    >
      Not at the provider
    </WordBadge>
  );
}
