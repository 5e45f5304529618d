/** Texts of the page on which a client sends documents. */
export const documents = {
  documentsTitle: 'Send your documents',
  documentsIntro:
    '{agent} needs the documents below. Take a photo or choose a file. You can remove anything until you send it.',
  documentsUntil: 'You can stop and come back with the same link until {date}.',
  documentAgain: '{agent} needs this document again: {reason}',
  documentStillNeeded: '{agent} still needs this document.',
  documentAccepted: 'Received',
  documentNotNeeded: 'No longer needed',
  documentPhoto: 'Take a photo',
  documentFiles: 'Choose files',
  documentAdded: '{name} was added.',
  documentRemove: 'Remove',
  documentRemoved: '{name} was removed.',
  documentRemoveFailed: 'We couldn’t remove {name}. Please check your internet connection and try again.',
  documentRejected:
    'The documents have changed in the meantime, so this couldn’t be done. Please check them below.',
  documentWaiting: 'Waiting',
  documentUploading: 'Uploading: {percent}%',
  documentFailed: 'This file wasn’t uploaded. Please check your internet connection and try again.',
  documentAway: 'The service is unavailable right now, so this file wasn’t uploaded. Please try again.',
  documentBusy: 'Too many attempts. Please try again in {wait}.',
  documentTooLarge: '{name} is larger than 25 MB. Please choose a smaller file.',
  documentEmpty: '{name} is empty. Please choose another file.',
  documentWrongType: '{name} can’t be used. Please choose a photo, a PDF or an Office file.',
  documentTooMany: 'You can add up to {max} files to this document.',
  documentsOffline:
    'Files that weren’t uploaded stay on this page and are sent again when you’re back online.',
  documentsSend: 'Send documents',
  documentsNone: 'Add at least one photo or file first.',
  documentsUnfinished: 'Some files aren’t uploaded yet. Wait until they are, or remove them.',
  documentsMissingTitle: 'Send without everything?',
  documentsMissingText:
    'You haven’t added: {names}. If you send now, {agent} may ask you for what is missing.',
  documentsSendAnyway: 'Send anyway',
  documentsAddMore: 'Add more',
  documentsSendFailed: 'We couldn’t send your documents. They’re still here. Please try again.',
  documentsThanksTitle: 'Thank you. Your documents have been sent.',
  documentsThanksText:
    '{brokerage} received them on {date}. You’ll hear from your agent if anything is missing.',
  formUpload: 'Add documents',
} as const;
