import type { ClientRequestedDocument } from '@ledgerline/contract/public-forms/requested-documents/endpoints';
import { isUndecided, MAX_FILES_OF_DOCUMENT } from '@ledgerline/contract/rules';
import { documentNameIn } from '@ledgerline/contract/submissions/requested-documents/known-documents';
import { type ReactNode, useId, useRef } from 'react';
import { sizeText } from '../../domain/file-size.ts';
import { ACCEPTED_FILES } from '../../domain/file-types.ts';
import { Mark } from '../mark.tsx';
import { useMessages } from '../texts/language.tsx';
import styles from './documents-page.module.css';
import type { Adding } from './use-adding.ts';
import type { DocumentRequestWork } from './use-document-request.ts';

interface RequestedDocumentProps {
  document: ClientRequestedDocument;
  agent: string;
  work: DocumentRequestWork;
}

/** One document: what is needed, what has been added, and the ways to add more. */
export function RequestedDocument({ document, agent, work }: RequestedDocumentProps) {
  const { text, language } = useMessages();
  const id = useId();
  const { notes, status, reason, files } = document;
  const name = documentNameIn(language, document.name);
  const isOpen = isUndecided(document);
  const own = work.adding.list.filter(({ documentId }) => documentId === document.id);
  return (
    <li className={styles.document} aria-labelledby={id} data-closed={!isOpen || undefined}>
      <h2 id={id} className={styles.name}>
        {files.length > 0 && <Mark name="check" />} {name}
      </h2>
      {notes !== '' && <p className={styles.notes}>{notes}</p>}
      {status === 'again' && (
        <p className={styles.again}>
          {reason === '' ? text('documentStillNeeded', { agent }) : text('documentAgain', { agent, reason })}
        </p>
      )}
      {!isOpen && (
        <p className={styles.closed}>
          <Mark name="check" /> {text(status === 'accepted' ? 'documentAccepted' : 'documentNotNeeded')}
        </p>
      )}
      {files.length + own.length > 0 && (
        <ul className={styles.files} aria-label={name}>
          {files.map((file) => (
            <FileLine key={file.id} name={file.file_name} note={sizeText(file.file_size)}>
              <RemoveButton name={file.file_name} onClick={() => void work.remove(document.id, file)} />
            </FileLine>
          ))}
          {own.map((adding) => (
            <AddingLine key={adding.key} adding={adding} work={work} />
          ))}
        </ul>
      )}
      {isOpen && <AddButtons document={document} name={name} count={files.length + own.length} work={work} />}
    </li>
  );
}

function AddingLine({ adding, work }: { adding: Adding; work: DocumentRequestWork }) {
  const { text } = useMessages();
  const { file, state, percent, problem, canRetry } = adding;
  const note = state === 'sending' ? text('documentUploading', { percent }) : text('documentWaiting');
  return (
    <FileLine name={file.name} note={state === 'failed' ? sizeText(file.size) : note}>
      {canRetry && (
        <button type="button" className={styles.small} onClick={() => work.adding.retry(adding)}>
          {text('tryAgain')}
          <span className="hidden">: {file.name}</span>
        </button>
      )}
      <RemoveButton name={file.name} onClick={() => work.adding.cancel(adding)} />
      {state === 'sending' && (
        <progress className={styles.bar} max={100} value={percent} aria-label={file.name} />
      )}
      {problem && (
        <p role="alert" className={styles.failed}>
          {text(problem.key, problem.values)}
        </p>
      )}
    </FileLine>
  );
}

function FileLine({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <li className={styles.file}>
      <span className={styles.fileName}>
        {name} <span className={styles.fileNote}>{note}</span>
      </span>
      {children}
    </li>
  );
}

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  const { text } = useMessages();
  return (
    <button type="button" className={styles.small} onClick={onClick}>
      {text('documentRemove')}
      <span className="hidden">: {name}</span>
    </button>
  );
}

interface AddButtonsProps {
  document: ClientRequestedDocument;
  name: string;
  count: number;
  work: DocumentRequestWork;
}

/** Phones open the camera for the first button; it is hidden where a mouse is used, since most computers have none. */
function AddButtons({ document, name, count, work }: AddButtonsProps) {
  const { text } = useMessages();
  const left = MAX_FILES_OF_DOCUMENT - count;
  const add = (files: readonly File[]) => work.add(document, files);
  if (left <= 0)
    return <p className={styles.notes}>{text('documentTooMany', { max: MAX_FILES_OF_DOCUMENT })}</p>;
  return (
    <div className={`buttons ${styles.add}`}>
      <FileButton
        className={styles.camera}
        label={text('documentPhoto')}
        name={name}
        isCamera
        onFiles={add}
      />
      <FileButton label={text('documentFiles')} name={name} onFiles={add} />
    </div>
  );
}

const ACCEPTED = `image/*,${ACCEPTED_FILES}`;

interface FileButtonProps {
  label: string;
  name: string;
  isCamera?: boolean;
  className?: string | undefined;
  onFiles: (files: readonly File[]) => void;
}

function FileButton({ label, name, isCamera = false, className = '', onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={`button ${className}`} onClick={() => input.current?.click()}>
        {label}
        <span className="hidden">: {name}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`${label}: ${name}`}
        {...(isCamera ? { accept: 'image/*', capture: 'environment' } : { accept: ACCEPTED, multiple: true })}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same photo can be chosen again after it was removed.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
