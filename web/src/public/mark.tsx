/** SVG paths in a 24×24 box: not every phone has characters for them. */
const STROKES = {
  alert: 'M12 5.5v8M12 18v.01',
  back: 'M19 12H5.5M11 6l-6 6 6 6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 8v4.3l2.8 1.9',
  cross: 'M6 6l12 12M18 6L6 18',
  lock: 'M6.5 11h11v8.5h-11zM8.5 11V8.2a3.5 3.5 0 0 1 7 0V11',
  page: 'M7 4h7l4 4v12H7zM10 12h5M10 16h5',
  pencil: 'M5 19l.8-3.8L15.5 5.5l3 3-9.7 9.7z',
} as const;

export type MarkName = keyof typeof STROKES;

/** A decorative icon next to a text with the same meaning. */
export function Mark({ name, size = '1em' }: { name: MarkName; size?: number | string }) {
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={STROKES[name]} />
    </svg>
  );
}
