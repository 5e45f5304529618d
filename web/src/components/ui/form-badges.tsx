import { Badge } from '@mantine/core';
import { typeText } from '../../lib/form-type.ts';

/** What kind of form it is; without a hue, which is the status's. */
export function FormTypeBadge({ type }: { type: string }) {
  return (
    <Badge variant="outline" color="gray" radius="sm" tt="none" fw={500}>
      {typeText(type)}
    </Badge>
  );
}

/** The account that a form's payments go to. */
export function AccountBadge({ account }: { account: string }) {
  return (
    <Badge variant="light" color="gray" radius="sm" tt="none" fw={500}>
      {account}
    </Badge>
  );
}

/** The e-signature provider no longer has the template: new forms of it cannot be signed. */
export function MissingTemplateBadge({ isMissing }: { isMissing: boolean }) {
  if (!isMissing) return null;
  return (
    <Badge
      variant="light"
      color="yellow"
      radius="sm"
      tt="none"
      fw={500}
      title="The e-signature provider no longer has this template. Forms that are out for signature go on; new ones cannot be signed."
    >
      Not at the provider
    </Badge>
  );
}
