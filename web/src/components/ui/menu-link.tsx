import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type MenuAnchorProps = MenuItemProps & Omit<ComponentPropsWithRef<'a'>, keyof MenuItemProps>;

function MenuAnchor(props: MenuAnchorProps) {
  return <Menu.Item component="a" {...props} />;
}

/** An entry of a menu that leads to an address; apart from the other links, which the sign-in page has too. */
export const MenuLink = createLink(MenuAnchor);
