import type { ClientDocument } from '@ledgerline/contract/documents/endpoints';
import { ActionIcon, Box, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDotsVertical, IconSignature, IconTrash } from '@tabler/icons-react';
import { CardEntry, EntryButton } from '../../components/ui/card-list.tsx';
import { EntryFacts } from '../../components/ui/entry-facts.tsx';
import { LabelBadge } from '../../components/ui/label-badge.tsx';
import { dayText } from '../../domain/days.ts';
import { sizeText } from '../../domain/file-size.ts';
import { useDeleteDocument, useUpdateDocument } from './api.ts';
import { DeleteDocumentDialog } from './delete-document-dialog.tsx';

/** One document on the client page. Failed actions are logged, not shown (0§8). */
export function DocumentRow({ document, onOpen }: { document: ClientDocument; onOpen: () => void }) {
  const [isConfirming, confirmation] = useDisclosure(false);
  const update = useUpdateDocument();
  const deletion = useDeleteDocument();
  const { id, file_name: name, signed } = document;

  async function toggleSigned() {
    try {
      await update.mutateAsync({ id, changes: { signed: !signed } });
    } catch (error) {
      console.error(`document ${id} was not changed`, error);
    }
  }
  async function remove(confirm_title: string | undefined) {
    try {
      await deletion.mutateAsync({ id, confirm_title });
    } catch (error) {
      console.error(`document ${id} was not deleted`, error);
    } finally {
      confirmation.close();
    }
  }
  return (
    <CardEntry>
      <EntryButton onClick={onOpen}>
        <Box component="span" display="block" fz="md" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        <EntryFacts>
          <span>{sizeText(document.file_size)}</span>
          <span>{dayText(document.uploaded_at)}</span>
          {signed && (
            <LabelBadge size="sm" hue="green">
              Signed
            </LabelBadge>
          )}
          {document.status && <span>{document.status}</span>}
        </EntryFacts>
      </EntryButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions: ${name}`}>
            <IconDotsVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!document.is_sealed && (
            <Menu.Item
              leftSection={<IconSignature size={15} aria-hidden />}
              onClick={() => void toggleSigned()}
            >
              {signed ? 'Mark as Not Signed' : 'Mark as Signed'}
            </Menu.Item>
          )}
          <Menu.Item
            className="danger"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={confirmation.open}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteDocumentDialog
        document={document}
        opened={isConfirming}
        question="Are you sure you want to delete the document? This action cannot be undone."
        isBusy={deletion.isPending}
        failure={null}
        onConfirm={(typed) => void remove(typed)}
        onClose={confirmation.close}
      />
    </CardEntry>
  );
}
