import { AppShell } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';

export function Shell() {
  return (
    <AppShell navbar={{ width: 232, breakpoint: 'sm' }} padding="md">
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}
