import { LabelBadge } from '../../components/ui/label-badge.tsx';
import { typeText } from './form-type.ts';

/** The form's type; without a color, which is reserved for the status. */
export function FormTypeBadge({ type }: { type: string }) {
  return (
    <LabelBadge variant="outline" hue="gray">
      {typeText(type)}
    </LabelBadge>
  );
}

/** The account that receives a form's payments. */
export function AccountBadge({ account }: { account: string }) {
  return <LabelBadge hue="gray">{account}</LabelBadge>;
}

/** The e-signature provider no longer has the template: new forms of it cannot be signed. */
export function MissingTemplateBadge({ isMissing }: { isMissing: boolean }) {
  if (!isMissing) return null;
  return (
    <LabelBadge
      hue="yellow"
      title="The e-signature provider no longer has this template. Forms already out for signature are not affected; new ones cannot be signed."
    >
      Not at the provider
    </LabelBadge>
  );
}
