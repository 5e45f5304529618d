import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { COPIED_MS, invoiceActionAllowed } from '@ledgerline/contract/rules';
import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconExternalLink, IconLink } from '@tabler/icons-react';
import { COPY_FAILED, CopyButton } from '../../../components/ui/copy-button.tsx';
import styles from '../invoice-dialog.module.css';

/** The public payment link of the invoice. */
export function InvoiceLink({ invoice, onGenerate }: { invoice: Invoice; onGenerate: () => void }) {
  const { square_public_url: url, status } = invoice;
  // The built-in provider's link is a path of this portal, stored without the host.
  if (!invoiceActionAllowed({ status, action: 'send' }) && !url) return null;
  return (
    <div>
      <Title order={3} className={styles.section ?? ''} mb="xs">
        Payment link
      </Title>
      {url ? (
        <Link url={url} />
      ) : (
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            No payment link yet.
          </Text>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconLink size={15} aria-hidden />}
            onClick={onGenerate}
          >
            Generate Payment Link
          </Button>
        </Group>
      )}
    </div>
  );
}

function Link({ url }: { url: string }) {
  const clipboard = useClipboard({ timeout: COPIED_MS });
  return (
    <Group gap="xs" align="flex-start">
      <TextInput
        aria-label="Payment link"
        value={url}
        readOnly
        flex="1 1 220px"
        onFocus={(event) => event.currentTarget.select()}
        error={clipboard.error && COPY_FAILED}
      />
      <Group gap="xs" wrap="nowrap">
        <CopyButton value={url} clipboard={clipboard} />
        <Button
          component="a"
          variant="default"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconExternalLink size={15} aria-hidden />}
        >
          Open
        </Button>
      </Group>
    </Group>
  );
}
