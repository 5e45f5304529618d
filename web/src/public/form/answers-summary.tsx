import { answerAt, type FormAnswers, stepsOf } from '@ledgerline/contract/web-forms/answers';
import { isList, type WebFormDefinition, type WebFormList } from '@ledgerline/contract/web-forms/definition';
import type { ReactNode } from 'react';
import { useMessages } from '../texts/language.tsx';
import { answerDisplay, itemText } from './answer-text.ts';
import styles from './answers-summary.module.css';
import { itemsAt } from './list-answers.ts';

interface AnswersSummaryProps {
  definition: WebFormDefinition;
  answers: FormAnswers;
  /** Content next to a step's heading. */
  actionOf?: (step: number, title: string) => ReactNode;
}

/** All answers, step by step, with Social Security and account numbers masked. */
export function AnswersSummary({ definition, answers, actionOf }: AnswersSummaryProps) {
  const { language, localize, text } = useMessages();
  return (
    <>
      {stepsOf(definition, answers).map((step, position) => (
        <section key={step.key} className={styles.section} aria-labelledby={`summary-${step.key}`}>
          <div className={styles.heading}>
            <h2 id={`summary-${step.key}`} className={styles.title}>
              {localize(step.title)}
            </h2>
            {actionOf?.(position, localize(step.title))}
          </div>
          <dl className={styles.answers}>
            {step.questions.map((question) =>
              isList(question) ? (
                <ListAnswers key={question.key} list={question} answers={answers} />
              ) : (
                <div key={question.key} className={styles.answer}>
                  <dt>{localize(question.label)}</dt>
                  <dd>
                    {answerDisplay(question, answerAt(answers, question.key), language) || (
                      <span className={styles.none}>{text('noAnswer')}</span>
                    )}
                  </dd>
                </div>
              ),
            )}
          </dl>
        </section>
      ))}
    </>
  );
}

function ListAnswers({ list, answers }: { list: WebFormList; answers: FormAnswers }) {
  const { language, localize } = useMessages();
  return itemsAt(answers, list).map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: groups have no id and are identified by position
    <div key={at} className={styles.answer}>
      <dt>
        {localize(list.itemLabel)} {at + 1}
      </dt>
      <dd>{itemText(list, item, language)}</dd>
    </div>
  ));
}
