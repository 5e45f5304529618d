import { useMessages } from '../texts/language.tsx';
import { type FieldStop, noteOf } from './stops.ts';
import type { FillingIn } from './use-filling.ts';

interface FieldInputProps {
  stop: FieldStop;
  id: string;
  filling: FillingIn;
  className: string | undefined;
  /** The id of the error message. */
  describedBy?: string | undefined;
  onFocus?: () => void;
}

const MAX_TEXT = 5000;

/** The input of a field: check box, list or text; the same in the document and at the bottom of a small screen. */
export function FieldInput({ stop, id, filling, className, describedBy, onFocus }: FieldInputProps) {
  const { text } = useMessages();
  const value = filling.values[stop.name];
  const isWrong = filling.isWrong(stop);
  const note = noteOf(stop);
  const shared = {
    id,
    className,
    'aria-label': note ? `${stop.label} (${text(note)})` : stop.label,
    'aria-required': stop.required || undefined,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': describedBy,
    onFocus,
  };
  if (stop.kind === 'checkbox')
    return (
      <input
        {...shared}
        type="checkbox"
        checked={value === true}
        onChange={(event) => filling.change(stop.name, event.target.checked)}
      />
    );
  const written = {
    ...shared,
    value: typeof value === 'string' ? value : '',
    onChange: (event: { target: { value: string } }) => filling.change(stop.name, event.target.value),
  };
  if (stop.kind === 'list')
    return (
      <select {...written}>
        <option value="">{text('choose')}</option>
        {stop.options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    );
  if (stop.multiline) return <textarea {...written} maxLength={MAX_TEXT} />;
  const autoComplete = stop.kind === 'name' ? 'name' : 'on';
  return (
    <input
      {...written}
      type="text"
      maxLength={MAX_TEXT}
      autoComplete={autoComplete}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // The same key press must not activate the button that gets the focus.
        event.preventDefault();
        filling.goToNext();
      }}
    />
  );
}
