import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type MenuAnchorProps = MenuItemProps & Omit<ComponentPropsWithRef<'a'>, keyof MenuItemProps>;

function MenuAnchor(props: MenuAnchorProps) {
  return <Menu.Item component="a" {...props} />;
}

/** A menu entry that links to a URL; separate from the other links, which the sign-in page needs too. */
export const MenuLink = createLink(MenuAnchor);
