import { Button, Container, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';

/** The last error boundary: a screen failed to load or render. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  return (
    <Container size="xs" py={80}>
      <Stack gap="sm" align="flex-start">
        <Title order={1}>This page could not be displayed</Title>
        <Text c="dimmed">
          {error instanceof Error && error.message ? error.message : 'An unexpected error occurred'}. Nothing
          you saved is lost.
        </Text>
        <Button onClick={reset}>Try Again</Button>
      </Stack>
    </Container>
  );
}
