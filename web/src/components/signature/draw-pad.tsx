import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type SignaturePad from 'signature_pad';
import styles from './draw-pad.module.css';
import { trimmedPicture } from './signature-picture.ts';

export interface DrawPadHandle {
  /** The drawing as PNG; null while there is none. */
  picture: () => string | null;
  clear: () => void;
}

const INK = '#10264a';
const MAX_RATIO = 3;

interface DrawPadProps {
  ref: Ref<DrawPadHandle>;
  label: string;
  onFail: () => void;
}

/** A box to sign in with a finger, a pen or the mouse. */
export function DrawPad({ ref, label, onFail }: DrawPadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  useImperativeHandle(ref, () => ({
    picture: () => {
      const isEmpty = !pad.current || pad.current.isEmpty() || !canvas.current;
      return isEmpty || !canvas.current ? null : trimmedPicture(canvas.current);
    },
    clear: () => pad.current?.clear(),
  }));
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    import('signature_pad')
      .then(({ default: Pad }) => {
        if (!isGone && canvas.current)
          stop = startPad(new Pad(canvas.current, { penColor: INK }), canvas.current, pad);
      })
      .catch((error: unknown) => {
        console.warn('the signature pad could not be fetched', error);
        onFail();
      });
    return () => {
      isGone = true;
      stop();
    };
  }, [onFail]);
  return (
    <div className={styles.pad}>
      <canvas ref={canvas} className={styles.canvas} role="img" aria-label={label} />
      <span className={styles.line} aria-hidden />
    </div>
  );
}

/** The same box with the image of a typed name; empty while `image` is null. */
export function TypedPad({ image, name }: { image: string | null; name: string }) {
  return (
    <div className={styles.pad}>
      {image !== null && <img src={image} alt={name} className={styles.typed} />}
      <span className={styles.line} aria-hidden />
    </div>
  );
}

/** Uses the full resolution of the screen; a drawing survives a rotation of the phone. */
function startPad(
  pad: SignaturePad,
  canvas: HTMLCanvasElement,
  padRef: { current: SignaturePad | null },
): () => void {
  const fit = () => {
    const ratio = Math.min(Math.max(window.devicePixelRatio, 1), MAX_RATIO);
    canvas.width = canvas.offsetWidth * ratio;
    canvas.height = canvas.offsetHeight * ratio;
    canvas.getContext('2d')?.scale(ratio, ratio);
    pad.fromData(pad.toData());
  };
  fit();
  padRef.current = pad;
  window.addEventListener('resize', fit);
  return () => {
    window.removeEventListener('resize', fit);
    pad.off();
    padRef.current = null;
  };
}
