import { type Choice, words } from '../definition.ts';

export const NAME_TITLES: readonly Choice[] = [
  { value: 'Mr.', label: words('Mr.', 'Sr.', 'Sr.') },
  { value: 'Mrs.', label: words('Mrs.', 'Sra.', 'Sra.') },
  { value: 'Ms.', label: words('Ms.', 'Srta.', 'Srta.') },
  { value: 'Dr.', label: words('Dr.', 'Dr. / Dra.', 'Dr. / Dra.') },
];

export const NAME_SUFFIXES: readonly Choice[] = ['Jr.', 'Sr.', 'II', 'III', 'IV'].map((value) => ({
  value,
  label: words(value, value, value),
}));

export const GENDERS: readonly Choice[] = [
  { value: 'Female', label: words('Female', 'Femenino', 'Feminino') },
  { value: 'Male', label: words('Male', 'Masculino', 'Masculino') },
  {
    value: 'Other',
    label: words('Another answer', 'Otra respuesta', 'Outra resposta'),
  },
];

export const EMPLOYMENT_STATUSES: readonly Choice[] = [
  { value: 'Employed', label: words('Employed', 'Empleado o empleada', 'Empregado ou empregada') },
  {
    value: 'Self-employed',
    label: words('Self-employed', 'Trabajo por cuenta propia', 'Trabalho por conta própria'),
  },
  {
    value: 'Unemployed',
    label: words('Not working now', 'Sin trabajo por ahora', 'Sem trabalho no momento'),
  },
  { value: 'Retired', label: words('Retired', 'Jubilado o jubilada', 'Aposentado ou aposentada') },
  { value: 'Student', label: words('Student', 'Estudiante', 'Estudante') },
  { value: 'Homemaker', label: words('Homemaker', 'Cuidado del hogar', 'Cuidado do lar') },
];

export const RELATIONSHIPS: readonly Choice[] = [
  { value: 'Spouse', label: words('Spouse', 'Cónyuge', 'Cônjuge') },
  { value: 'Partner', label: words('Partner', 'Pareja', 'Companheiro ou companheira') },
  { value: 'Child', label: words('Child', 'Hijo o hija', 'Filho ou filha') },
  { value: 'Parent', label: words('Parent', 'Padre o madre', 'Pai ou mãe') },
  { value: 'Sibling', label: words('Brother or sister', 'Hermano o hermana', 'Irmão ou irmã') },
  { value: 'Grandchild', label: words('Grandchild', 'Nieto o nieta', 'Neto ou neta') },
  { value: 'Other relative', label: words('Other relative', 'Otro familiar', 'Outro parente') },
  { value: 'Friend', label: words('Friend', 'Amigo o amiga', 'Amigo ou amiga') },
  { value: 'Trust', label: words('Trust', 'Fideicomiso', 'Fideicomisso (trust)') },
  { value: 'Estate', label: words('My estate', 'Mi sucesión (herencia)', 'Meu espólio (herança)') },
  { value: 'Other', label: words('Other', 'Otro', 'Outro') },
];

export const SMOKE_STATUSES: readonly Choice[] = [
  { value: 'Never', label: words('I have never smoked', 'Nunca he fumado', 'Nunca fumei') },
  { value: 'Former', label: words('I used to smoke', 'Fumaba antes', 'Já fumei, mas parei') },
  { value: 'Current', label: words('I smoke or use tobacco', 'Fumo o uso tabaco', 'Fumo ou uso tabaco') },
];

export const ACCOUNT_TYPES: readonly Choice[] = [
  { value: 'Checking', label: words('Checking', 'Cuenta corriente', 'Conta corrente') },
  { value: 'Savings', label: words('Savings', 'Cuenta de ahorros', 'Conta poupança') },
];
