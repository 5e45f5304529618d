import type { documents as english } from './en.ts';

export const documents: typeof english = {
  title: 'Documentos',
  names: {
    photoId: 'Identificación con foto',
    proofOfIncome: 'Comprobante de ingresos',
    proofOfAddress: 'Comprobante de domicilio',
    insuranceCard: 'Tarjeta del seguro',
    medicareCard: 'Tarjeta de Medicare',
    socialSecurityCard: 'Tarjeta del Seguro Social',
    immigrationDocument: 'Documento migratorio',
    bankStatement: 'Estado de cuenta bancario',
  },
};
