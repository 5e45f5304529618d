import { type Import, importSchema } from '@ledgerline/contract/imports/endpoints';
import { useSessionStorage } from '@mantine/hooks';

export type ImportChoices = Pick<Import, 'mapping' | 'match' | 'duplicates' | 'date_order'>;

const choicesSchema = importSchema.pick({ mapping: true, match: true, duplicates: true, date_order: true });

/** Choices for the next check, kept in session storage so that a reload loses nothing. */
export function useChoices(batch: Import) {
  const { mapping, match, duplicates, date_order } = batch;
  const saved: ImportChoices = { mapping, match, duplicates, date_order };
  const [choices, setChoices, clearChoices] = useSessionStorage<ImportChoices>({
    key: `import-choices-${batch.id}`,
    defaultValue: saved,
    getInitialValueInEffect: false,
    serialize: JSON.stringify,
    deserialize: (text) => readChoices(text, batch) ?? saved,
  });
  return { choices, setChoices, clearChoices };
}

function readChoices(text: string | undefined, batch: Import): ImportChoices | null {
  const read = choicesSchema.safeParse(JSON.parse(text ?? 'null'));
  return read.success && read.data.mapping.length === batch.headers.length ? read.data : null;
}
