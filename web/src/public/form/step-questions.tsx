import { answerAt, type FormAnswers, isVisible, withAnswer } from '@ledgerline/contract/web-forms/answers';
import { isList, type WebFormStep } from '@ledgerline/contract/web-forms/definition';
import { inputText } from './answer-text.ts';
import { ListQuestion } from './list-question.tsx';
import type { Problem } from './problems.ts';
import { Question } from './question.tsx';
import styles from './step-questions.module.css';

interface StepQuestionsProps {
  step: WebFormStep;
  answers: FormAnswers;
  problems: readonly Problem[];
  onChange: (answers: FormAnswers, path: string) => void;
}

/** The questions of one step that are visible for the current answers. */
export function StepQuestions({ step, answers, problems, onChange }: StepQuestionsProps) {
  return (
    <div className={styles.questions}>
      {step.questions
        .filter((question) => isVisible(question, answers))
        .map((question) =>
          isList(question) ? (
            <ListQuestion
              key={question.key}
              list={question}
              answers={answers}
              problems={problems}
              onChange={onChange}
            />
          ) : (
            <Question
              key={question.key}
              question={question}
              path={question.key}
              value={inputText(answerAt(answers, question.key))}
              problem={problems.find(({ path }) => path === question.key)}
              onChange={(value) => onChange(withAnswer(answers, question.key, value), question.key)}
            />
          ),
        )}
    </div>
  );
}
