import type { Policy } from '@ledgerline/contract/policies/endpoints';
import { Anchor, Button, Input, MultiSelect } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import styles from './policies.module.css';

type Documents = Policy['documents'];

interface UploadProps {
  opened: boolean;
  hint: string;
  onUploaded: (document: Documents[number]) => void;
  onClose: () => void;
}

/** Dialogs of the documents of the client, which the page passes in. */
export interface DocumentDialogs {
  /** Uploads documents to the client. */
  renderUpload: (props: UploadProps) => ReactNode;
  /** Shows one document. */
  renderDocument: (id: number, onClose: () => void) => ReactNode;
}

export const UPLOAD_HINT =
  'Each file is added to the client’s documents as soon as it is uploaded. It is added to the policy when you save the policy.';

interface PolicyDocumentsProps {
  /** The documents to choose from; the same document may occur twice. */
  documents: Documents;
  value: readonly number[];
  /** Whether `value` contains documents that were uploaded since the last save. */
  hasUploaded: boolean;
  error: ReactNode;
  onChange: (ids: number[]) => void;
  onUpload: () => void;
}

/** The documents of a policy: some of the client’s, or new ones. */
export function PolicyDocuments({
  documents,
  value,
  hasUploaded,
  error,
  onChange,
  onUpload,
}: PolicyDocumentsProps) {
  const names = new Map(documents.map(({ id, file_name }) => [String(id), file_name]));
  return (
    <div>
      <MultiSelect
        label="Documents"
        placeholder={value.length > 0 ? '' : 'Choose from the client’s documents'}
        searchable
        clearable
        nothingFoundMessage="No matching documents"
        data={[...names].map(([id, label]) => ({ value: id, label }))}
        value={value.map(String)}
        error={error}
        onChange={(ids) => onChange(ids.map(Number))}
      />
      <Button
        variant="subtle"
        size="compact-xs"
        mt={4}
        leftSection={<IconUpload size={14} aria-hidden />}
        onClick={onUpload}
      >
        Upload Documents
      </Button>
      {hasUploaded && (
        <Input.Description role="status">
          The uploaded files are in the client’s documents. Save to add them to the policy.
        </Input.Description>
      )}
    </div>
  );
}

interface DocumentLinksProps {
  documents: Documents;
  onOpen: (id: number) => void;
}

/** The documents of a policy by name; each opens. */
export function DocumentLinks({ documents, onOpen }: DocumentLinksProps) {
  return (
    <div className={styles.documents}>
      Documents:{' '}
      {documents.map(({ id, file_name }, position) => (
        <Fragment key={id}>
          {position > 0 && <span className={styles.comma}>, </span>}
          <Anchor component="button" type="button" fz="xs" onClick={() => onOpen(id)}>
            {file_name}
          </Anchor>
        </Fragment>
      ))}
    </div>
  );
}
