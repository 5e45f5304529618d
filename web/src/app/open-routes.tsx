import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { signedInAgent } from '../lib/sign-in.ts';
import { needsSignIn } from './route-guards.ts';
import { loginSearch } from './search.ts';

interface RouterContext {
  queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
});

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/crm/login',
  validateSearch: loginSearch,
  beforeLoad: ({ search }) => {
    if (signedInAgent()) throw redirect({ href: search.origin ?? '/crm/' });
  },
  component: lazyRouteComponent(() => import('../features/auth/sign-in-page.tsx'), 'SignInPage'),
});

// The four routes below also work while signed in: a link may belong to another agent.

export const forgottenPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/crm/forgotten-password',
  component: lazyRouteComponent(
    () => import('../features/auth/forgotten-password-page.tsx'),
    'ForgottenPasswordPage',
  ),
});

export const setPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/crm/set-password',
  component: lazyRouteComponent(() => import('../features/auth/set-password-page.tsx'), 'SetPasswordPage'),
});

export const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/crm/confirm-email',
  component: lazyRouteComponent(() => import('../features/auth/confirm-email-page.tsx'), 'ConfirmEmailPage'),
});

/** Return URL of the identity provider; also used while signed in, for re-authentication. */
export const ssoReturnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/crm/sso',
  component: lazyRouteComponent(() => import('../features/auth/sso-return-page.tsx'), 'SsoReturnPage'),
});

/** The one guide chapter that must be readable without signing in (decision 076). */
export const signInHelpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/crm/sign-in-help',
  component: lazyRouteComponent(() => import('./pages/sign-in-help-page.tsx'), 'SignInHelpPage'),
});

/** Outside the shell, whose own calls are rejected until two-factor authentication is set up (decision 057). */
export const twoFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/crm/second-step',
  validateSearch: loginSearch,
  beforeLoad: needsSignIn,
  component: lazyRouteComponent(() => import('./pages/two-factor-page.tsx'), 'TwoFactorPage'),
});
