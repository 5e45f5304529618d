import type { documents as english } from './en.ts';

export const documents: Readonly<Record<keyof typeof english, string>> = {
  documentsTitle: 'Envíe sus documentos',
  documentsIntro:
    '{agent} necesita los siguientes documentos. Tome una foto o elija un archivo. Puede quitar lo que quiera antes de enviarlo.',
  documentsUntil: 'Puede hacer una pausa y volver con el mismo enlace hasta el {date}.',
  documentAgain: '{agent} necesita este documento de nuevo: {reason}',
  documentStillNeeded: '{agent} todavía necesita este documento.',
  documentAccepted: 'Recibido',
  documentNotNeeded: 'Ya no es necesario',
  documentPhoto: 'Tomar una foto',
  documentFiles: 'Elegir archivos',
  documentAdded: 'Se agregó {name}.',
  documentRemove: 'Quitar',
  documentRemoved: 'Se quitó {name}.',
  documentRemoveFailed: 'No pudimos quitar {name}. Revise su conexión a internet e inténtelo de nuevo.',
  documentRejected:
    'Los documentos cambiaron mientras tanto y no se pudo completar la acción. Revíselos a continuación.',
  documentWaiting: 'En espera',
  documentUploading: 'Subiendo: {percent}%',
  documentFailed: 'Este archivo no se subió. Revise su conexión a internet e inténtelo de nuevo.',
  documentAway:
    'El servicio no está disponible en este momento y este archivo no se subió. Inténtelo de nuevo.',
  documentBusy: 'Demasiados intentos. Inténtelo de nuevo en {wait}.',
  documentTooLarge: '{name} pesa más de 25 MB. Elija un archivo más pequeño.',
  documentEmpty: '{name} está vacío. Elija otro archivo.',
  documentWrongType: 'No se puede usar {name}. Elija una foto, un PDF o un archivo de Office.',
  documentTooMany: 'Puede agregar hasta {max} archivos a este documento.',
  documentsOffline:
    'Los archivos que no se subieron quedan en esta página y se enviarán de nuevo cuando vuelva la conexión.',
  documentsSend: 'Enviar documentos',
  documentsNone: 'Primero agregue al menos una foto o un archivo.',
  documentsUnfinished: 'Algunos archivos aún no se han subido. Espere a que terminen o quite los que faltan.',
  documentsMissingTitle: '¿Enviar sin todos los documentos?',
  documentsMissingText:
    'No ha agregado: {names}. Si envía ahora, es posible que {agent} le pida lo que falta.',
  documentsSendAnyway: 'Enviar de todos modos',
  documentsAddMore: 'Agregar más',
  documentsSendFailed: 'No pudimos enviar sus documentos. Siguen aquí. Inténtelo de nuevo.',
  documentsThanksTitle: 'Gracias. Sus documentos se han enviado.',
  documentsThanksText: '{brokerage} los recibió el {date}. Su agente le avisará si falta algo.',
  formUpload: 'Agregar documentos',
};
