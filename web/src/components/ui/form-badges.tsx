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
