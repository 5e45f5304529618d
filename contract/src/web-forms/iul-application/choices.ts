import { type Choice, words } from '../definition.ts';

export const FUNDS_SOURCES: readonly Choice[] = [
  { value: 'Income', label: words('Income from work', 'Ingresos del trabajo', 'Renda do trabalho') },
  { value: 'Savings', label: words('Savings', 'Ahorros', 'Poupança') },
  {
    value: 'Retirement',
    label: words('Retirement income', 'Ingresos de jubilación', 'Renda de aposentadoria'),
  },
  { value: 'Family', label: words('Gift from family', 'Ayuda de la familia', 'Ajuda da família') },
  {
    value: 'Another policy',
    label: words('Another policy or annuity', 'Otra póliza o anualidad', 'Outra apólice ou anuidade'),
  },
  { value: 'Other', label: words('Other', 'Otro', 'Outro') },
];

export const PURPOSES: readonly Choice[] = [
  {
    value: 'Family protection',
    label: words('To protect my family', 'Proteger a mi familia', 'Proteger minha família'),
  },
  {
    value: 'Retirement income',
    label: words('Income in retirement', 'Ingresos para la jubilación', 'Renda na aposentadoria'),
  },
  {
    value: 'Education',
    label: words("Children's education", 'Educación de los hijos', 'Educação dos filhos'),
  },
  { value: 'Estate', label: words('To leave an estate', 'Dejar una herencia', 'Deixar uma herança') },
  { value: 'Business', label: words('For a business', 'Para un negocio', 'Para um negócio') },
  { value: 'Other', label: words('Other', 'Otro', 'Outro') },
];

export const DEATH_BENEFITS: readonly Choice[] = [
  {
    value: 'Level',
    label: words(
      'Level: the coverage stays the same',
      'Nivelado: la cobertura no cambia',
      'Nivelado: a cobertura não muda',
    ),
  },
  {
    value: 'Increasing',
    label: words(
      'Increasing: the coverage plus the cash value',
      'Creciente: la cobertura más el valor en efectivo',
      'Crescente: a cobertura mais o valor em dinheiro',
    ),
  },
];

export const PREMIUM_MODES: readonly Choice[] = [
  { value: 'Monthly', label: words('Every month', 'Cada mes', 'Todo mês') },
  { value: 'Quarterly', label: words('Every 3 months', 'Cada 3 meses', 'A cada 3 meses') },
  { value: 'Semiannual', label: words('Every 6 months', 'Cada 6 meses', 'A cada 6 meses') },
  { value: 'Annual', label: words('Once a year', 'Una vez al año', 'Uma vez por ano') },
];

export const ACCOUNT_CHOICES: readonly Choice[] = [
  {
    value: 'Indexed',
    label: words('All to the indexed account', 'Todo a la cuenta indexada', 'Tudo na conta indexada'),
  },
  { value: 'Fixed', label: words('All to the fixed account', 'Todo a la cuenta fija', 'Tudo na conta fixa') },
  { value: 'Both', label: words('A part to each', 'Una parte a cada una', 'Uma parte em cada') },
];

export const OWNER_TYPES: readonly Choice[] = [
  { value: 'Person', label: words('A person', 'Una persona', 'Uma pessoa') },
  { value: 'Trust', label: words('A trust', 'Un fideicomiso', 'Um fideicomisso (trust)') },
  { value: 'Company', label: words('A company', 'Una empresa', 'Uma empresa') },
];

export const PAYMENT_METHODS: readonly Choice[] = [
  {
    value: 'Bank draft',
    label: words('From my bank account', 'Desde mi cuenta bancaria', 'Da minha conta bancária'),
  },
  {
    value: 'Bill by mail',
    label: words('A bill by mail', 'Una factura por correo', 'Uma fatura por correio'),
  },
];
