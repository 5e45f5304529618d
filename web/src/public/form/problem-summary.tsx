import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import { isList } from '@ledgerline/contract/web-forms/definition';
import { problemLine } from '@ledgerline/contract/web-forms/messages';
import { useMessages } from '../texts/language.tsx';
import styles from './problem-summary.module.css';
import { focusOn, inputId, type Problem, problemMessage } from './problems.ts';

interface ProblemSummaryProps {
  problems: readonly Problem[];
  definition: WebFormDefinition;
}

/** All validation errors on this step, announced when they appear; each links to its input. */
export function ProblemSummary({ problems, definition }: ProblemSummaryProps) {
  const { language, localize, text } = useMessages();
  const labelOf = (problem: Problem) => {
    const label = problem.label ?? questionLabel(definition, problem.path);
    return label ? localize(label) : problem.path;
  };
  return (
    <div role="alert">
      {problems.length > 0 && (
        <div className={styles.summary}>
          <p className={styles.title}>
            {text(problems.length === 1 ? 'problemsOne' : 'problemsMany', { count: problems.length })}
          </p>
          <ul className={styles.list}>
            {problems.map((problem) => (
              <li key={problem.path}>
                <a
                  href={`#${inputId(problem.path)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    focusOn(inputId(problem.path));
                  }}
                >
                  {problemLine(labelOf(problem), problemMessage(problem, language))}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function questionLabel(definition: WebFormDefinition, path: string) {
  for (const question of definition.steps.flatMap(({ questions }) => questions)) {
    if (question.key === path) return question.label;
    if (isList(question) && path.startsWith(`${question.key}.`)) return question.label;
  }
  return undefined;
}
