import type { documents as english } from './en.ts';

export const documents: typeof english = {
  title: 'Documentos',
  names: {
    photoId: 'Documento de identidade com foto',
    proofOfIncome: 'Comprovante de renda',
    proofOfAddress: 'Comprovante de endereço',
    insuranceCard: 'Cartão do seguro',
    medicareCard: 'Cartão do Medicare',
    socialSecurityCard: 'Cartão do Social Security',
    immigrationDocument: 'Documento de imigração',
    bankStatement: 'Extrato bancário',
  },
};
