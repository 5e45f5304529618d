import type { SigningField } from '@ledgerline/contract/signing/endpoints';
import type { CSSProperties } from 'react';
import { useMessages } from '../texts/language.tsx';
import styles from './document-field.module.css';
import { FieldInput } from './field-input.tsx';
import { fontPoints } from './font-points.ts';
import { type FieldStop, fieldId, isFixedDate } from './stops.ts';
import type { FillingIn } from './use-filling.ts';

interface DocumentFieldProps {
  field: SigningField;
  /** CSS pixels per point of the document. */
  scale: number;
  filling: FillingIn;
  /** The signature is required here. */
  onSign: (stop: FieldStop) => void;
  /** Receives the field at which the page opens. */
  startsAt: (field: HTMLElement | null) => void;
}

/** Below this scale, fields are too small for touch. Each then focuses its enlarged copy at the bottom of the screen. */
const LEGIBLE_SCALE = 0.8;

export function isSmall(scale: number): boolean {
  return scale < LEGIBLE_SCALE;
}

/** One field of this signer at its position on the page. */
export function DocumentField({ field, scale, filling, onSign, startsAt }: DocumentFieldProps) {
  const stop = filling.stops.find(({ name }) => name === field.name);
  const value = filling.values[field.name];
  const style = positionOf({ field, scale, text: typeof value === 'string' ? value : '' });
  if (isFixedDate(field))
    return (
      <span className={styles.date} style={style}>
        {field.value}
      </span>
    );
  if (!stop) return null;
  return (
    <div
      ref={filling.first?.id === fieldId(field) ? startsAt : undefined}
      className={styles.field}
      style={style}
      data-kind={stop.kind}
      data-current={filling.current?.name === stop.name || undefined}
      data-wrong={filling.isWrong(stop) || undefined}
      data-done={(stop.isOwn && !filling.isMissing(stop)) || undefined}
      data-optional={!stop.isOwn || undefined}
    >
      <FieldControl
        stop={stop}
        id={fieldId(field)}
        isTiny={isSmall(scale)}
        filling={filling}
        onSign={onSign}
      />
    </div>
  );
}

interface FieldControlProps extends Pick<DocumentFieldProps, 'filling' | 'onSign'> {
  stop: FieldStop;
  id: string;
  isTiny: boolean;
}

function FieldControl({ stop, id, isTiny, filling, onSign }: FieldControlProps) {
  const { text } = useMessages();
  const onFocus = () => filling.select(stop);
  if (stop.kind === 'signature') {
    const image = filling.signed.has(stop.name) ? filling.signature?.image : undefined;
    return (
      <button type="button" id={id} className={styles.sign} onFocus={onFocus} onClick={() => onSign(stop)}>
        {image ? <img src={image} alt={text('yourSignature')} /> : text('signHere')}
        <span className="hidden">
          : {stop.label}
          {image && `, ${text('signAgain')}`}
        </span>
      </button>
    );
  }
  if (stop.kind === 'checkbox')
    return (
      <label htmlFor={id} className={styles.reach}>
        <span className="hidden">{stop.label}</span>
        <FieldInput stop={stop} id={id} filling={filling} className={styles.box} onFocus={onFocus} />
      </label>
    );
  if (!isTiny)
    return <FieldInput stop={stop} id={id} filling={filling} className={styles.input} onFocus={onFocus} />;
  return (
    <button
      type="button"
      id={id}
      data-opens-field
      className={styles.tiny}
      onClick={() => filling.goTo({ at: 'field', stop })}
    >
      <span className="hidden">{stop.label}: </span>
      {filling.values[stop.name]}
    </button>
  );
}

interface FieldPosition {
  field: SigningField;
  scale: number;
  text: string;
}

function positionOf({ field, scale, text }: FieldPosition): CSSProperties {
  return {
    left: field.x * scale,
    top: field.y * scale,
    width: field.width * scale,
    height: field.height * scale,
    fontSize: fontPoints(field, text) * scale,
  };
}
