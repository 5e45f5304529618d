import '@mantine/dropzone/styles.layer.css';
import { Button, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useRef } from 'react';
import { ACCEPTED_FILES } from '../../../domain/file-types.ts';
import styles from './file-drop.module.css';

interface FileDropProps {
  multiple: boolean;
  disabled: boolean;
  onFiles: (files: File[]) => void;
  /** Called when more files are dropped than allowed. */
  onTooMany: () => void;
}

/** Accepts dropped or chosen files. The caller validates them. */
export function FileDrop({ multiple, disabled, onFiles, onTooMany }: FileDropProps) {
  const openPicker = useRef<() => void>(null);
  const label = multiple ? 'Choose files' : 'Choose a File';
  return (
    <Dropzone
      className={styles.drop ?? ''}
      openRef={openPicker}
      multiple={multiple}
      disabled={disabled}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ accept: ACCEPTED_FILES, 'aria-label': label }}
      onDrop={onFiles}
      onReject={onTooMany}
    >
      <Text size="sm" fw={500}>
        {multiple ? 'Drop files here' : 'Drop a file here'}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        PDF, pictures, Office files or plain text, up to 25 MB each
      </Text>
      <Button
        size="xs"
        variant="default"
        disabled={disabled}
        data-autofocus
        onClick={(event) => {
          event.stopPropagation();
          openPicker.current?.();
        }}
      >
        {label}
      </Button>
    </Dropzone>
  );
}
