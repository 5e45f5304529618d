import {
  type AgentContact,
  type AgentContactBody,
  MAX_PHOTO_BYTES,
  MAX_PHOTO_SIDE,
} from '@ledgerline/contract/agents/contact/endpoints';
import { Avatar, Group, Skeleton, Text } from '@mantine/core';
import { PhoneInput } from '../../../components/ui/formatted-input.tsx';
import { Loaded } from '../../../components/ui/loaded.tsx';
import { SectionCard } from '../../../components/ui/section-card.tsx';
import { DialogForm } from '../../../domain/editing/dialog-form.tsx';
import { FormOnPage } from '../../../domain/editing/form-on-page.tsx';
import { useEditing } from '../../../domain/editing/use-editing.ts';
import { base64Of } from '../../../domain/images/fit-image.ts';
import { ImageField } from '../../../domain/images/image-field.tsx';
import { useAgentContact, useUpdateAgentContact } from '../api.ts';

const PHOTO_LIMITS = {
  width: MAX_PHOTO_SIDE,
  height: MAX_PHOTO_SIDE,
  bytes: MAX_PHOTO_BYTES,
  isSquare: true,
};

/** An agent's own phone number and photo for clients (decision 109). */
export function AgentContactCard({ name }: { name: string }) {
  return (
    <SectionCard title="Contact for clients">
      <Text size="sm" c="dimmed" mb="sm">
        Your clients see your name, phone number and photo on their pages, and the number in emails.
        Unassigned clients see the same if you send them a link. If you have not entered a number, clients see
        the brokerage’s phone number, if there is one.
      </Text>
      <Loaded
        query={useAgentContact()}
        failed="Couldn’t load your contact details."
        loading={<Skeleton height={140} role="status" aria-label="Loading your contact details" />}
        isInCard
      >
        {(stored) => (
          <FormOnPage>
            <ContactForm stored={stored} name={name} />
          </FormOnPage>
        )}
      </Loaded>
    </SectionCard>
  );
}

/** `photo` is the address of the stored photo, the data URL of a new one, or ''. */
interface Values {
  phone: string;
  photo: string;
}

/** Only what was changed, so that two devices do not overwrite each other. */
function sentContact(values: Values, before: Values): AgentContactBody {
  return {
    ...(values.phone.trim() === before.phone.trim() ? {} : { phone: values.phone.trim() || null }),
    ...(values.photo === before.photo ? {} : { photo: values.photo === '' ? null : base64Of(values.photo) }),
  };
}

function ContactForm({ stored, name }: { stored: AgentContact; name: string }) {
  const update = useUpdateAgentContact();
  const editing = useEditing({
    start: { phone: stored.phone ?? '', photo: stored.photo ?? '' },
    send: (values, before) => update.mutateAsync(sentContact(values, before)),
    successMessage: 'Contact details saved.',
  });
  const { form } = editing;
  const { photo } = form.values;
  return (
    <DialogForm editing={editing} gap="md" save="Save Contact">
      <Group wrap="nowrap" align="flex-start">
        <Avatar src={photo || null} alt={photo ? `Photo of ${name}` : ''} size={64} name={name} />
        <ImageField
          label="Photo"
          description="PNG, JPEG or WebP. It is cropped to a square."
          limits={PHOTO_LIMITS}
          value={photo}
          error={form.errors.photo}
          onChange={(value) => editing.change({ photo: value })}
        />
      </Group>
      <PhoneInput label="Phone for clients" maxLength={40} {...form.getInputProps('phone')} />
    </DialogForm>
  );
}
