import type { AnswerItem, FormAnswers } from '@ledgerline/contract/web-forms/answers';
import type { WebFormList } from '@ledgerline/contract/web-forms/definition';
import { sumOf } from '@ledgerline/contract/web-forms/validate';
import { useEffect, useRef } from 'react';
import { useMessages } from '../texts/language.tsx';
import { inputText, itemText } from './answer-text.ts';
import { itemsAt, withItemAdded, withItemCell, withItemRemoved } from './list-answers.ts';
import styles from './list-question.module.css';
import { focusOn, inputId, type Problem, problemMessage } from './problems.ts';
import { Question } from './question.tsx';

interface ListQuestionProps {
  list: WebFormList;
  answers: FormAnswers;
  problems: readonly Problem[];
  /** The new answers and the path that changed. */
  onChange: (answers: FormAnswers, path: string) => void;
}

/**
 * A list question, such as beneficiaries: groups of inputs to add and remove, with their total.
 * One group at a time is expanded; the others show a one-line summary.
 */
export function ListQuestion({ list, answers, problems, onChange }: ListQuestionProps) {
  const { language, localize } = useMessages();
  const items = itemsAt(answers, list);
  const focusAfter = useRef<string | null>(null);
  useEffect(() => {
    if (focusAfter.current) focusOn(focusAfter.current);
    focusAfter.current = null;
  });
  const id = inputId(list.key);
  const problem = problems.find(({ path }) => path === list.key);
  return (
    <fieldset id={id} tabIndex={-1} className={styles.list} aria-describedby={problem && `${id}-error`}>
      <legend className={styles.legend}>{localize(list.label)}</legend>
      {list.hint && <p className={styles.hint}>{localize(list.hint)}</p>}
      {items.map((item, at) => (
        <ListItem
          // Groups have no id and are identified by position.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={at}
          list={list}
          item={item}
          at={at}
          problems={problems}
          onCell={(name, value) =>
            onChange(withItemCell(answers, list, { at, name, value }), `${list.key}.${at}.${name}`)
          }
          onRemove={
            items.length > list.minItems
              ? () => {
                  focusAfter.current = titleId(list, Math.max(0, at - 1));
                  onChange(withItemRemoved(answers, list, at), list.key);
                }
              : null
          }
        />
      ))}
      <ListTotal list={list} answers={answers} />
      {problem && (
        <p id={`${id}-error`} className={styles.error}>
          {problemMessage(problem, language)}
        </p>
      )}
      {items.length < list.maxItems && (
        <button
          type="button"
          className="button"
          onClick={() => {
            focusAfter.current = inputId(`${list.key}.${items.length}.${list.fields[0]?.key}`);
            onChange(withItemAdded(answers, list), list.key);
          }}
        >
          {localize(list.addLabel)}
        </button>
      )}
    </fieldset>
  );
}

function titleId(list: WebFormList, at: number): string {
  return `${inputId(list.key)}-${at}-title`;
}

interface ListItemProps {
  list: WebFormList;
  item: AnswerItem;
  at: number;
  problems: readonly Problem[];
  onCell: (name: string, value: string) => void;
  /** null at the minimum number of groups. */
  onRemove: (() => void) | null;
}

function ListItem({ list, item, at, problems, onCell, onRemove }: ListItemProps) {
  const { language, localize } = useMessages();
  return (
    // Browsers keep only one element per name open.
    <details name={inputId(list.key)} open={at === 0} className={styles.item}>
      <summary id={titleId(list, at)} className={styles.itemTitle}>
        {localize(list.itemLabel)} {at + 1}
        <span className={styles.itemText}>{itemText(list, item, language)}</span>
      </summary>
      <fieldset className={styles.group} aria-labelledby={titleId(list, at)}>
        <div className={styles.fields}>
          {list.fields.map((question) => {
            const path = `${list.key}.${at}.${question.key}`;
            return (
              <Question
                key={question.key}
                question={question}
                path={path}
                value={inputText(item[question.key])}
                problem={problems.find((candidate) => candidate.path === path)}
                onChange={(value) => onCell(question.key, value)}
              />
            );
          })}
        </div>
        {onRemove && (
          <button
            type="button"
            className="button plain"
            aria-describedby={titleId(list, at)}
            onClick={onRemove}
          >
            {localize(list.removeLabel)}
          </button>
        )}
      </fieldset>
    </details>
  );
}

function ListTotal({ list, answers }: { list: WebFormList; answers: FormAnswers }) {
  const { text } = useMessages();
  const items = itemsAt(answers, list);
  if (!list.total || items.length === 0) return null;
  const sum = sumOf(list, items);
  const left = Math.round((list.total.is - sum) * 100) / 100;
  const key = left === 0 ? 'total' : left > 0 ? 'totalLeft' : 'totalOver';
  return (
    <p className={styles.total} data-done={left === 0 || undefined} aria-live="polite">
      {text(key, { sum, left, over: -left })}
    </p>
  );
}
