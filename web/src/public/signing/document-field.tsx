import type { SigningField } from '@ledgerline/contract/signing/endpoints';
import type { CSSProperties } from 'react';
import { useMessages } from '../texts/language.tsx';
import styles from './document-field.module.css';
import { FieldInput } from './field-input.tsx';
import { type FieldStop, fieldId, isFixedDate } from './stops.ts';
import type { FillingIn } from './use-filling.ts';

interface DocumentFieldProps {
  field: SigningField;
  /** CSS pixels per point of the document. */
  scale: number;
  filling: FillingIn;
  /** Called when the signer presses a signature field. */
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

/** Font size of typical documents. */
const DOCUMENT_POINTS = 10;
const SMALLEST_POINTS = 5;
const PART_OF_HEIGHT = 0.62;
const LINE_POINTS = 16;
/** Widths of Arial's characters per point of size, rounded up. */
const WIDE_LETTER = 0.78;
const LETTER = 0.53;
/** Padding on both sides; lists also need space for their arrow. */
const MARGIN = 4;
const ARROW = 16;

/** The font size in points at which a text fits into a field: at most that of typical documents, and smaller for long texts. */
export function fontPoints(
  field: Pick<SigningField, 'kind' | 'width' | 'height' | 'multiline'>,
  text: string,
): number {
  const line = field.multiline ? Math.min(field.height, LINE_POINTS) : field.height;
  const wanted = Math.min(DOCUMENT_POINTS, line * PART_OF_HEIGHT);
  if (field.multiline || text === '') return wanted;
  const space = field.width - MARGIN - (field.kind === 'list' ? ARROW : 0);
  return Math.min(wanted, Math.max(SMALLEST_POINTS, space / widthAtOnePoint(text)));
}

function widthAtOnePoint(text: string): number {
  return [...text].reduce((sum, letter) => sum + (/[A-Z@mw%&]/.test(letter) ? WIDE_LETTER : LETTER), 0);
}
