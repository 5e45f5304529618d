import { FORM_TYPES } from '@ledgerline/contract/rules';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { Chip, Group, Select } from '@mantine/core';
import { SearchInput } from '../../../components/ui/search-input.tsx';
import { SearchSelect } from '../../../components/ui/search-select.tsx';
import { ListFilterButton, ListFilterChips } from '../../../domain/filters/list-filters.tsx';
import { isArchived } from '../../../domain/forms/use-templates.ts';
import { type AllFormsSearch, CATEGORY_CHOICES, MODIFIED_CHOICES } from './forms-overview.ts';
import styles from './list-filters.module.css';

interface ListFiltersProps {
  search: AllFormsSearch;
  onSearch: (changes: AllFormsSearch) => void;
  templates: readonly Template[];
}

/** Search, type, Modified; for submissions also form and status (1§2). */
export function ListFilters({ search, onSearch, templates }: ListFiltersProps) {
  const isSubmissions = search.view === 'submissions';
  const byFields = {
    list: 'submissions' as const,
    filter: search.filter,
    onChange: (filter: AllFormsSearch['filter']) => onSearch({ filter }),
  };
  return (
    <div className={styles.filters}>
      <SearchInput
        label={isSubmissions ? 'Search submissions' : 'Search forms'}
        q={search.q ?? ''}
        onSearch={(q) => onSearch({ q: q || undefined })}
      />
      <TypeChips type={search.type} onType={(type) => onSearch({ type })} />
      {!isSubmissions && (
        <Chip
          size="xs"
          checked={search.archived ?? false}
          onChange={(isOn) => onSearch({ archived: isOn || undefined })}
        >
          Archived
        </Chip>
      )}
      {isSubmissions && <SubmissionSelects search={search} onSearch={onSearch} templates={templates} />}
      <Select
        aria-label="Modified"
        placeholder="Modified any time"
        clearable
        className={styles.select ?? ''}
        data={MODIFIED_CHOICES.map(({ value, label }) => ({ value, label }))}
        value={search.modified ?? null}
        onChange={(next) =>
          onSearch({ modified: MODIFIED_CHOICES.find(({ value }) => value === next)?.value })
        }
      />
      {isSubmissions && <ListFilterButton {...byFields} isCompact />}
      {isSubmissions && <ListFilterChips {...byFields} />}
    </div>
  );
}

interface TypeChipsProps {
  type: AllFormsSearch['type'];
  onType: (type: AllFormsSearch['type']) => void;
}

/** One type at a time; selecting the current one again shows all. */
function TypeChips({ type, onType }: TypeChipsProps) {
  return (
    <Group gap={6} role="group" aria-label="Type">
      {FORM_TYPES.map((one) => (
        <Chip key={one} size="xs" checked={type === one} onChange={(isOn) => onType(isOn ? one : undefined)}>
          {one}
        </Chip>
      ))}
    </Group>
  );
}

function SubmissionSelects({ search, onSearch, templates }: ListFiltersProps) {
  return (
    <>
      <SearchSelect
        aria-label="Form"
        placeholder="All forms"
        clearable
        className={styles.select ?? ''}
        nothingFoundMessage="No forms found"
        data={templates.map((template) => ({
          value: String(template.id),
          label: isArchived(template) ? `${template.form_name_agent} (archived)` : template.form_name_agent,
        }))}
        value={search.form === undefined ? null : String(search.form)}
        onChange={(next) => onSearch({ form: next === null ? undefined : Number(next) })}
      />
      <Select
        aria-label="Status"
        placeholder="All statuses"
        clearable
        className={styles.select ?? ''}
        data={CATEGORY_CHOICES.map(({ value, label }) => ({ value, label }))}
        value={search.status ?? null}
        onChange={(next) => onSearch({ status: CATEGORY_CHOICES.find(({ value }) => value === next)?.value })}
      />
    </>
  );
}
