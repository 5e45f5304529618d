import { Anchor, Container, Stack, Text, Title } from '@mantine/core';
import { usePageTitle } from '../lib/page-title.ts';

export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <Container size="xs" py={80} component="main">
      <Stack gap="xs">
        <Title order={1}>Page not found</Title>
        <Text c="dimmed">The address may be mistyped, or the page has moved.</Text>
        <Anchor href="/crm/">Go to the home page</Anchor>
      </Stack>
    </Container>
  );
}
