import { type FormEvent, useCallback, useMemo, useRef, useState } from 'react';
import { DrawPad, type DrawPadHandle, TypedPad } from '../../components/signature/draw-pad.tsx';
import { typedPicture } from '../../components/signature/signature-picture.ts';
import { Dialog } from '../dialog.tsx';
import inputs from '../form/inputs.module.css';
import question from '../form/question.module.css';
import { useMessages } from '../texts/language.tsx';
import type { TextKey } from '../texts/text-key.ts';
import type { Signature } from './signature.ts';
import styles from './signature-dialog.module.css';

interface SignatureDialogProps {
  /** The name known from the document, or the last one typed. */
  name: string;
  method: Signature['method'];
  /** The signer has an account in which a signature can be saved. */
  canSave: boolean;
  onSign: (signature: Signature) => void;
  onClose: () => void;
}

const METHODS = [
  { method: 'drawn', label: 'draw' },
  { method: 'typed', label: 'type' },
] as const;

/** Draw the signature or type the name; both become a picture in the document. */
export function SignatureDialog({
  name: known,
  method: first,
  canSave,
  onSign,
  onClose,
}: SignatureDialogProps) {
  const { text } = useMessages();
  const [method, setMethod] = useState(first);
  const [name, setName] = useState(known);
  const [problem, setProblem] = useState<TextKey | null>(null);
  const pad = useRef<DrawPadHandle>(null);
  const typed = useMemo(() => (method === 'typed' ? typedPicture(name) : null), [method, name]);
  const useTyping = useCallback(() => {
    setMethod('typed');
    setProblem('padFailed');
  }, []);

  function use(event: FormEvent) {
    // The dialog is inside the page's form.
    event.preventDefault();
    event.stopPropagation();
    const image = method === 'drawn' ? (pad.current?.picture() ?? null) : typed;
    if (name.trim() === '') setProblem('nameEmpty');
    else if (image === null) setProblem(method === 'drawn' ? 'drawEmpty' : 'nameEmpty');
    else onSign({ method, name: name.trim(), image });
  }
  return (
    <Dialog title={text('yourSignature')} onClose={onClose}>
      <form onSubmit={use} noValidate>
        <fieldset className={styles.methods}>
          <legend className="hidden">{text('yourSignature')}</legend>
          {METHODS.map((choice) => (
            <label key={choice.method} className={inputs.choice}>
              <input
                type="radio"
                name="signature-method"
                checked={method === choice.method}
                onChange={() => {
                  setMethod(choice.method);
                  setProblem(null);
                }}
              />
              {text(choice.label)}
            </label>
          ))}
        </fieldset>
        <label htmlFor="signature-name" className={question.label}>
          {text('fullName')}
        </label>
        <input
          id="signature-name"
          className={inputs.input}
          autoComplete="name"
          maxLength={200}
          value={name}
          aria-invalid={problem === 'nameEmpty' || undefined}
          aria-describedby="signature-problem"
          onChange={(event) => setName(event.target.value)}
        />
        {method === 'drawn' ? (
          <>
            <p className={styles.hint}>{text('drawHint')}</p>
            <DrawPad ref={pad} label={text('drawHint')} onFail={useTyping} />
          </>
        ) : (
          <TypedPad image={typed} name={name} />
        )}
        {canSave && <p className={styles.hint}>{text('saveSignatureHint')}</p>}
        <p id="signature-problem" role="alert" className={styles.problem}>
          {problem && text(problem)}
        </p>
        <div className={`buttons ${styles.buttons}`}>
          {method === 'drawn' && (
            <button type="button" className="button" onClick={() => pad.current?.clear()}>
              {text('clear')}
            </button>
          )}
          <button type="submit" className="button primary">
            {text('useSignature')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
