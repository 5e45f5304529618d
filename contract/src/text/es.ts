import type * as english from './en.ts';

export { forms } from './forms/es.ts';

export const problems: typeof english.problems = {
  required: 'Complete este dato',
  choose: 'Elija una respuesta',
  agree: 'Acepte esta declaración para continuar',
  date: 'Escriba la fecha como mes/día/año, por ejemplo 05/31/1990',
  date_future: 'La fecha no puede ser futura',
  date_old: 'Revise el año',
  ssn: 'Escriba los 9 dígitos del número de Seguro Social',
  phone: 'Escriba un número de teléfono válido, por ejemplo (305) 555-0123',
  email: 'Escriba una dirección de correo electrónico válida',
  zip: 'Escriba un código postal (ZIP) de 5 dígitos',
  routing: 'Revise el número de ruta: tiene 9 dígitos y está impreso en sus cheques',
  account: 'Escriba el número de cuenta, de 4 a 17 dígitos',
  option: 'Elija una de las opciones',
  number: 'Escriba un número entero de {min} a {max}',
  percent: 'Escriba un porcentaje mayor que 0 y de hasta 100',
  money: 'Escriba un monto, por ejemplo 1234.50',
  money_range: 'Escriba un monto de {min} a {max}',
  too_long: 'Use como máximo {max} caracteres',
  null_character: 'Este texto contiene un carácter que no se puede guardar',
  wrong_type: 'No se pudo leer esta respuesta',
  unknown_key: 'Este campo no existe',
  masked: 'Escriba de nuevo el dato completo',
  total: 'Los porcentajes deben sumar 100% (ahora suman {sum}%)',
  too_few: 'Agregue al menos {min}',
  too_many: 'Puede agregar hasta {max}',
};

export const emails: typeof english.emails = {
  hello: 'Hola, {name}:',
  helloPlain: 'Hola:',
  prepared:
    '{from} le ha preparado "{title}". Puede completarlo en su teléfono o computadora. No necesita contraseña.',
  preparedWithPasscode:
    '{from} le ha preparado "{title}". Puede completarlo en su teléfono o computadora. Su asesor le dará el código de acceso que necesita para abrirlo.',
  preparedForms:
    '{from} le ha preparado sus formularios. Puede completarlos en su teléfono o computadora. No necesita contraseña.',
  preparedFormsWithPasscode:
    '{from} le ha preparado sus formularios. Puede completarlos en su teléfono o computadora. Su asesor le dará el código de acceso que necesita para abrirlos.',
  reminder: 'Recordatorio',
  remind: '{from} le recuerda que "{title}" sigue pendiente. Puede completarlo en su teléfono o computadora.',
  remindForms:
    '{from} le recuerda que sus formularios siguen pendientes. Puede completarlos en su teléfono o computadora.',
  remindInvoice: 'Le recordamos que la factura {reference}, "{title}", aún no se ha pagado.',
  copy: 'Gracias por firmar. Su copia de "{title}" está lista. Puede descargarla con este enlace.',
  open: 'Abrir',
  validity: 'Este enlace funciona hasta el {expires}.',
  warning: 'Este enlace es personal. No lo reenvíe. Si no esperaba este mensaje, puede ignorarlo.',
  invoiceSubject: 'factura {reference}',
  invoice: 'Le enviamos la factura {reference}, "{title}".',
  amount: 'Monto a pagar: {amount}',
  due: 'Fecha de vencimiento: {date}',
  pay: 'Pagar la factura',
  nothingDue: 'No tiene que pagar nada: los créditos cubren el monto total.',
  viewInvoice: 'Ver la factura',
  attached: 'Adjuntamos la factura en PDF.',
  turn: '{from} ha firmado "{title}". Ahora le toca firmar a usted. Puede firmar en su teléfono o computadora.',
  turnSubject: 'le toca firmar {title}',
  receipt: 'Gracias. Recibimos su pago de {amount} por la factura {reference}, "{title}".',
  receiptSubject: 'recibo de la factura {reference}',
  paidOn: 'Fecha de pago: {date}',
  stillDue: 'Saldo pendiente: {amount}',
  paidInFull: 'La factura está pagada en su totalidad.',
  payRest: 'Pagar el saldo',
  call: '¿Tiene preguntas? Llámenos al {phone}.',
  fallback: 'Si el botón no funciona, copie esta dirección en su navegador:',
};

export const recurring: typeof english.recurring = {
  repeats: 'Esta factura se repite {interval}. La próxima factura vence el {date}.',
  until: 'Se repite hasta el {date}.',
  count: 'Son {count} facturas en total.',
  intervals: {
    DAILY: ['cada día', 'cada {count} días'],
    WEEKLY: ['cada semana', 'cada {count} semanas'],
    MONTHLY: ['cada mes', 'cada {count} meses'],
    QUARTERLY: ['cada trimestre', 'cada {count} trimestres'],
    YEARLY: ['cada año', 'cada {count} años'],
  },
};

export const pdf: typeof english.pdf = {
  invoice: 'Factura',
  date: 'Fecha',
  due: 'Vencimiento',
  status: 'Estado',
  billTo: 'Facturar a',
  item: 'Descripción',
  quantity: 'Cantidad',
  price: 'Precio unitario',
  amount: 'Monto',
  subtotal: 'Subtotal',
  tax: 'Impuesto',
  total: 'Total',
  paid: 'Pagado',
  refunded: 'Reembolsado',
  balance: 'Monto a pagar',
  page: 'Página',
  statuses: {
    draft: 'Borrador',
    sent: 'Enviada',
    partially_paid: 'Pagada parcialmente',
    paid: 'Pagada',
    void: 'Anulada',
    pending: 'Pendiente',
    partially_refunded: 'Reembolsada parcialmente',
    refunded: 'Reembolsada',
  },
};
