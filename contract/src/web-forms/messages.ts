import { type Language, type Localized, words } from './definition.ts';

/** What can be wrong with an answer, said in every language; `{min}`, `{max}` and `{sum}` are filled in. */
export const PROBLEM_MESSAGES = {
  required: words('Please fill this in', 'Complete este dato', 'Preencha este campo'),
  choose: words('Please choose an answer', 'Elija una respuesta', 'Escolha uma resposta'),
  agree: words(
    'Please agree to this to go on',
    'Acepte esta declaración para continuar',
    'Aceite esta declaração para continuar',
  ),
  date: words(
    'Please enter a date as month/day/year, such as 05/31/1990',
    'Escriba la fecha como mes/día/año, por ejemplo 05/31/1990',
    'Digite a data como mês/dia/ano, por exemplo 05/31/1990',
  ),
  date_future: words(
    'This date cannot be in the future',
    'Esta fecha no puede estar en el futuro',
    'Esta data não pode estar no futuro',
  ),
  date_old: words('Please check the year', 'Revise el año', 'Confira o ano'),
  ssn: words(
    'Please enter all 9 digits of the Social Security number',
    'Escriba los 9 dígitos del número de Seguro Social',
    'Digite os 9 dígitos do número do Social Security',
  ),
  phone: words(
    'Please enter a valid phone number, such as (305) 555-0123',
    'Escriba un número de teléfono válido, por ejemplo (305) 555-0123',
    'Digite um número de telefone válido, por exemplo (305) 555-0123',
  ),
  email: words(
    'Please enter a valid email address',
    'Escriba una dirección de correo electrónico válida',
    'Digite um endereço de e-mail válido',
  ),
  zip: words(
    'Please enter a ZIP code of 5 digits',
    'Escriba un código postal (ZIP) de 5 dígitos',
    'Digite um código postal (ZIP) de 5 dígitos',
  ),
  routing: words(
    'Please check the routing number: it has 9 digits and is printed on your checks',
    'Revise el número de ruta: tiene 9 dígitos y está impreso en sus cheques',
    'Confira o número de roteamento: ele tem 9 dígitos e está impresso nos seus cheques',
  ),
  account: words(
    'Please enter the account number, 4 to 17 digits',
    'Escriba el número de cuenta, de 4 a 17 dígitos',
    'Digite o número da conta, de 4 a 17 dígitos',
  ),
  option: words(
    'Please choose one of the answers offered',
    'Elija una de las respuestas ofrecidas',
    'Escolha uma das respostas oferecidas',
  ),
  number: words(
    'Please enter a whole number from {min} to {max}',
    'Escriba un número entero de {min} a {max}',
    'Digite um número inteiro de {min} a {max}',
  ),
  percent: words(
    'Please enter a percentage above 0 and up to 100',
    'Escriba un porcentaje mayor que 0 y de hasta 100',
    'Digite uma porcentagem acima de 0 e de até 100',
  ),
  money: words(
    'Please enter an amount such as 1234.50',
    'Escriba una cantidad, por ejemplo 1234.50',
    'Digite um valor, por exemplo 1234.50',
  ),
  money_range: words(
    'Please enter an amount from {min} to {max}',
    'Escriba una cantidad de {min} a {max}',
    'Digite um valor de {min} a {max}',
  ),
  too_long: words(
    'Please use at most {max} characters',
    'Use como máximo {max} caracteres',
    'Use no máximo {max} caracteres',
  ),
  null_character: words(
    'This text contains a character that cannot be stored',
    'Este texto contiene un carácter que no se puede guardar',
    'Este texto contém um caractere que não pode ser guardado',
  ),
  wrong_type: words(
    'This answer could not be read',
    'No se pudo leer esta respuesta',
    'Não foi possível ler esta resposta',
  ),
  unknown_key: words('This is not a known field', 'Este campo no existe', 'Este campo não existe'),
  masked: words(
    'Please type the whole value again',
    'Escriba de nuevo el dato completo',
    'Digite novamente o dado completo',
  ),
  total: words(
    'The percentages must add up to 100 % (now {sum} %)',
    'Los porcentajes deben sumar 100 % (ahora suman {sum} %)',
    'As porcentagens devem somar 100 % (agora somam {sum} %)',
  ),
  too_few: words('Please add at least {min}', 'Agregue al menos {min}', 'Adicione pelo menos {min}'),
  too_many: words(
    'At most {max} can be added',
    'Se pueden agregar como máximo {max}',
    'No máximo {max} podem ser adicionados',
  ),
} as const;

export type ProblemCode = keyof typeof PROBLEM_MESSAGES;

/** The message in one language with its numbers filled in. */
export function problemText(
  problem: { code: ProblemCode; values?: Readonly<Record<string, number>> },
  language: Language,
): string {
  const message: Localized = PROBLEM_MESSAGES[problem.code];
  const isMoney = problem.code === 'money_range';
  return message[language].replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = problem.values?.[name];
    return isMoney && value !== undefined ? `$${value.toLocaleString('en-US')}` : String(value ?? whole);
  });
}

/** A question and what is wrong with its answer, as one line; a question mark needs no colon behind it. */
export function problemLine(question: string, message: string): string {
  return `${question}${/[.?]$/.test(question) ? '' : ':'} ${message}`;
}
