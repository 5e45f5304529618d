import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { invoiceActionAllowed } from '@ledgerline/contract/rules';
import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink, IconLink } from '@tabler/icons-react';
import styles from '../invoice-dialog.module.css';
import { useCopying } from '../sending/generate-link-dialog.tsx';

interface InvoiceLinkProps {
  invoice: Invoice;
  onGenerate: () => void;
}

/** The public address where the invoice is paid. */
export function InvoiceLink({ invoice, onGenerate }: InvoiceLinkProps) {
  const { square_public_url: url, status } = invoice;
  // The built-in provider's address is one of this portal, stored without its host.
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
  const { copied, failure, copy } = useCopying(url);
  return (
    <Group gap="xs" align="flex-start">
      <TextInput
        aria-label="Payment link"
        value={url}
        readOnly
        flex="1 1 220px"
        onFocus={(event) => event.currentTarget.select()}
        error={failure}
      />
      <Group gap="xs" wrap="nowrap">
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          onClick={() => void copy()}
        >
          {copied ? 'Copied!' : 'Copy'}
        </Button>
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
