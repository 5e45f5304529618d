import { Anchor, Button, type ButtonProps, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

// Mantine's look with the router's typed `to`, `params` and `search`.

type ButtonAnchorProps = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>;

function ButtonAnchor(props: ButtonAnchorProps) {
  return <Button component="a" {...props} />;
}

/** A link in running text. */
export const AnchorLink = createLink(Anchor<'a'>);
/** A button that leads to an address. */
export const ButtonLink = createLink(ButtonAnchor);
/** An entry of a navigation list. */
export const NavEntry = createLink(NavLink<'a'>);
