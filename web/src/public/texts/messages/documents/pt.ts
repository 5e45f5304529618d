import type { documents as english } from './en.ts';

export const documents: Readonly<Record<keyof typeof english, string>> = {
  documentsTitle: 'Envie seus documentos',
  documentsIntro:
    '{agent} precisa dos documentos abaixo. Tire uma foto ou escolha um arquivo. Você pode remover o que quiser antes de enviar.',
  documentsUntil: 'Você pode fazer uma pausa e voltar com o mesmo link até {date}.',
  documentAgain: '{agent} precisa deste documento novamente: {reason}',
  documentStillNeeded: '{agent} ainda precisa deste documento.',
  documentAccepted: 'Recebido',
  documentNotNeeded: 'Não é mais necessário',
  documentPhoto: 'Tirar uma foto',
  documentFiles: 'Escolher arquivos',
  documentAdded: '{name} foi adicionado.',
  documentRemove: 'Remover',
  documentRemoved: '{name} foi removido.',
  documentRemoveFailed:
    'Não foi possível remover {name}. Verifique sua conexão com a internet e tente novamente.',
  documentRejected:
    'Os documentos mudaram nesse meio-tempo e não foi possível concluir a ação. Confira-os abaixo.',
  documentWaiting: 'Aguardando',
  documentUploading: 'Enviando: {percent}%',
  documentFailed: 'Este arquivo não foi enviado. Verifique sua conexão com a internet e tente novamente.',
  documentAway: 'O serviço não está disponível no momento, e este arquivo não foi enviado. Tente novamente.',
  documentBusy: 'Muitas tentativas. Tente novamente em {wait}.',
  documentTooLarge: '{name} tem mais de 25 MB. Escolha um arquivo menor.',
  documentEmpty: '{name} está vazio. Escolha outro arquivo.',
  documentWrongType: 'Não é possível usar {name}. Escolha uma foto, um PDF ou um arquivo do Office.',
  documentTooMany: 'Você pode adicionar até {max} arquivos a este documento.',
  documentsOffline:
    'Os arquivos que não foram enviados ficam nesta página e serão enviados novamente quando a conexão voltar.',
  documentsSend: 'Enviar documentos',
  documentsNone: 'Primeiro adicione pelo menos uma foto ou um arquivo.',
  documentsUnfinished: 'Alguns arquivos ainda não foram enviados. Aguarde ou remova-os.',
  documentsMissingTitle: 'Enviar sem todos os documentos?',
  documentsMissingText: 'Você não adicionou: {names}. Se enviar agora, {agent} poderá pedir o que falta.',
  documentsSendAnyway: 'Enviar mesmo assim',
  documentsAddMore: 'Adicionar mais',
  documentsSendFailed: 'Não foi possível enviar seus documentos. Eles continuam aqui. Tente novamente.',
  documentsThanksTitle: 'Obrigado. Seus documentos foram enviados.',
  documentsThanksText: '{brokerage} recebeu os documentos em {date}. Seu agente avisará se faltar algo.',
  formUpload: 'Adicionar documentos',
};
