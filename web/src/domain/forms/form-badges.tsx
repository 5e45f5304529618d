import { WordBadge } from '../../components/ui/word-badge.tsx';
import { typeText } from './form-type.ts';

/** The form's type; without a color, which is reserved for the status. */
export function FormTypeBadge({ type }: { type: string }) {
  return (
    <WordBadge variant="outline" hue="gray">
      {typeText(type)}
    </WordBadge>
  );
}

/** The account that receives a form's payments. */
export function AccountBadge({ account }: { account: string }) {
  return <WordBadge hue="gray">{account}</WordBadge>;
}

/** The e-signature provider no longer has the template: new forms of it cannot be signed. */
export function MissingTemplateBadge({ isMissing }: { isMissing: boolean }) {
  if (!isMissing) return null;
  return (
    <WordBadge
      hue="yellow"
      title="The e-signature provider no longer has this template. Forms already out for signature are not affected; new ones cannot be signed."
    >
      Not at the provider
    </WordBadge>
  );
}
