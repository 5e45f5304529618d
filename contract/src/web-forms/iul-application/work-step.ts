import { type Condition, field, type WebFormStep, words } from '../definition.ts';
import { FUNDS_SOURCES } from './choices.ts';

const HAS_WORK: Condition = { key: 'personalInfo.employmentStatus', is: ['Employed', 'Self-employed'] };

/** Work and income, from which a carrier judges how much coverage is reasonable. */
export const WORK_STEP: WebFormStep = {
  key: 'employment',
  title: words('Work and income', 'Trabajo e ingresos', 'Trabalho e renda'),
  questions: [
    field('employment.occupation', 'text', words('Occupation', 'Ocupación', 'Ocupação'), {
      when: HAS_WORK,
      autocomplete: 'organization-title',
      client: { field: 'occupation' },
    }),
    field(
      'employment.employer',
      'text',
      words('Employer or business', 'Empleador o negocio', 'Empregador ou negócio'),
      { when: HAS_WORK, autocomplete: 'organization', client: { field: 'name_of_employer' } },
    ),
    field(
      'employment.annualIncome',
      'money',
      words(
        'Yearly income before taxes',
        'Ingreso anual antes de impuestos',
        'Renda anual antes dos impostos',
      ),
      { width: 'half' },
    ),
    field(
      'employment.netWorth',
      'money',
      words('Net worth, about', 'Patrimonio, aproximado', 'Patrimônio, aproximado'),
      { required: false, width: 'half' },
    ),
    field(
      'employment.fundsSource',
      'choice',
      words(
        'Where will the money for the premiums come from?',
        '¿De dónde saldrá el dinero para las primas?',
        'De onde virá o dinheiro para os prêmios?',
      ),
      { options: FUNDS_SOURCES },
    ),
  ],
};
