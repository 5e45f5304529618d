import type * as english from './en.ts';

export { forms } from './forms/pt.ts';

export const problems: typeof english.problems = {
  required: 'Preencha este campo',
  choose: 'Escolha uma resposta',
  agree: 'Aceite esta declaração para continuar',
  date: 'Digite a data como mês/dia/ano, por exemplo 05/31/1990',
  date_future: 'A data não pode ser futura',
  date_old: 'Confira o ano',
  ssn: 'Digite os 9 dígitos do número do Social Security',
  phone: 'Digite um número de telefone válido, por exemplo (305) 555-0123',
  email: 'Digite um endereço de e-mail válido',
  zip: 'Digite um ZIP code de 5 dígitos',
  routing: 'Confira o routing number: ele tem 9 dígitos e está impresso nos seus cheques',
  account: 'Digite o número da conta, de 4 a 17 dígitos',
  option: 'Escolha uma das opções',
  number: 'Digite um número inteiro de {min} a {max}',
  percent: 'Digite uma porcentagem acima de 0 e de até 100',
  money: 'Digite um valor, por exemplo 1234.50',
  money_range: 'Digite um valor de {min} a {max}',
  too_long: 'Use no máximo {max} caracteres',
  null_character: 'Este texto contém um caractere que não pode ser salvo',
  wrong_type: 'Não foi possível ler esta resposta',
  unknown_key: 'Este campo não existe',
  masked: 'Digite novamente o dado completo',
  total: 'As porcentagens devem somar 100% (agora somam {sum}%)',
  too_few: 'Adicione pelo menos {min}',
  too_many: 'Você pode adicionar até {max}',
};

export const emails: typeof english.emails = {
  hello: 'Olá, {name},',
  helloPlain: 'Olá,',
  prepared:
    '{from} preparou "{title}" para você. Você pode preencher no celular ou no computador. Não é preciso senha.',
  preparedWithPasscode:
    '{from} preparou "{title}" para você. Você pode preencher no celular ou no computador. Seu agente informará o código de acesso.',
  preparedForms:
    '{from} preparou seus formulários. Você pode preencher no celular ou no computador. Não é preciso senha.',
  preparedFormsWithPasscode:
    '{from} preparou seus formulários. Você pode preencher no celular ou no computador. Seu agente informará o código de acesso.',
  reminder: 'Lembrete',
  remind:
    'Lembrete de {from}: "{title}" ainda está pendente. Você pode concluir no celular ou no computador.',
  remindForms:
    'Lembrete de {from}: seus formulários ainda estão pendentes. Você pode concluir no celular ou no computador.',
  remindInvoice: 'Lembramos que a fatura {reference}, "{title}", ainda não foi paga.',
  copy: 'Obrigado por assinar. Sua cópia de "{title}" está pronta. Baixe-a neste link.',
  open: 'Abrir',
  validity: 'Este link funciona até {expires}.',
  warning: 'Este link é pessoal. Não o encaminhe. Se você não esperava esta mensagem, pode ignorá-la.',
  invoiceSubject: 'fatura {reference}',
  invoice: 'Enviamos a fatura {reference}, "{title}".',
  amount: 'Valor a pagar: {amount}',
  due: 'Vencimento: {date}',
  pay: 'Pagar a fatura',
  nothingDue: 'Você não precisa pagar nada: os créditos cobrem o valor total.',
  viewInvoice: 'Ver a fatura',
  attached: 'A fatura segue anexa em PDF.',
  turn: '{from} assinou "{title}". Agora é a sua vez de assinar. Você pode assinar no celular ou no computador.',
  turnSubject: 'sua vez de assinar {title}',
  receipt: 'Obrigado. Recebemos seu pagamento de {amount} referente à fatura {reference}, "{title}".',
  receiptSubject: 'recibo da fatura {reference}',
  paidOn: 'Data do pagamento: {date}',
  stillDue: 'Saldo a pagar: {amount}',
  paidInFull: 'A fatura está totalmente paga.',
  payRest: 'Pagar o saldo',
  call: 'Tem dúvidas? Ligue para {phone}.',
  callAgent: 'Tem dúvidas? Ligue para {name}: {phone}.',
  contents: 'Inclui:',
  minutes: 'Leva cerca de {minutes} minutos.',
  fallback: 'Se o botão não funcionar, abra este link:',
};

export const recurring: typeof english.recurring = {
  repeats: 'Esta fatura se repete {interval}. A próxima fatura vence em {date}.',
  until: 'Ela se repete até {date}.',
  count: 'São {count} faturas no total.',
  intervals: {
    DAILY: ['todos os dias', 'a cada {count} dias'],
    WEEKLY: ['toda semana', 'a cada {count} semanas'],
    MONTHLY: ['todo mês', 'a cada {count} meses'],
    QUARTERLY: ['todo trimestre', 'a cada {count} trimestres'],
    YEARLY: ['todo ano', 'a cada {count} anos'],
  },
};

export const pdf: typeof english.pdf = {
  invoice: 'Fatura',
  date: 'Data',
  due: 'Vencimento',
  status: 'Situação',
  billTo: 'Cliente',
  item: 'Descrição',
  quantity: 'Quantidade',
  price: 'Preço unitário',
  amount: 'Valor',
  subtotal: 'Subtotal',
  tax: 'Imposto',
  total: 'Total',
  paid: 'Pago',
  refunded: 'Reembolsado',
  balance: 'Valor a pagar',
  page: 'Página',
  statuses: {
    draft: 'Rascunho',
    sent: 'Enviada',
    partially_paid: 'Paga parcialmente',
    paid: 'Paga',
    void: 'Anulada',
    pending: 'Pendente',
    partially_refunded: 'Reembolsada parcialmente',
    refunded: 'Reembolsada',
  },
};
