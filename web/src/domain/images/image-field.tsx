import { Button, FileButton, Group, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { notifyError } from '../../components/ui/notify.ts';
import { fitImage, IMAGE_TYPES, type ImageLimits } from './fit-image.ts';

interface ImageFieldProps {
  /** 'Logo': the label, and part of the buttons' labels. */
  label: string;
  description: string;
  limits: ImageLimits;
  /** Its address, or ''. */
  value: string;
  error?: ReactNode;
  onChange: (image: string) => void;
}

/** Chooses an image, which the browser scales and converts, or removes it. */
export function ImageField({ label, description, limits, value, error, onChange }: ImageFieldProps) {
  function choose(file: File | null) {
    if (file) fitImage(file, limits).then(onChange, (problem: Error) => notifyError(problem.message));
  }
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <Group gap="xs" mt="xs">
        <FileButton onChange={choose} accept={IMAGE_TYPES.join(',')}>
          {(button) => (
            <Button {...button} variant="default">
              {value === '' ? `Choose ${label}` : `Replace ${label}`}
            </Button>
          )}
        </FileButton>
        {value !== '' && (
          <Button variant="subtle" color="red" onClick={() => onChange('')}>
            {`Remove ${label}`}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
