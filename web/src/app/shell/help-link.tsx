import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { createLink, useRouterState } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { helpFor } from './help-topics.ts';

type IconAnchorProps = ActionIconProps & Omit<ComponentPropsWithRef<'a'>, keyof ActionIconProps>;

function IconAnchor(props: IconAnchorProps) {
  return <ActionIcon component="a" {...props} />;
}

const IconLink = createLink(IconAnchor);

/** Next to the bell on every screen: a link to the guide section about it. */
export function HelpLink() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <IconLink
      {...helpFor(path)}
      visibleFrom="sm"
      variant="subtle"
      color="gray"
      size={36}
      aria-label="Help with this screen"
      title="Help with this screen"
    >
      <IconHelp size={20} stroke={1.6} aria-hidden />
    </IconLink>
  );
}
