/** Document requests: their title, and the names of documents that agents often need. */
export const documents = {
  title: 'Documents',
  names: {
    photoId: 'Photo ID',
    proofOfIncome: 'Proof of income',
    proofOfAddress: 'Proof of address',
    insuranceCard: 'Insurance card',
    medicareCard: 'Medicare card',
    socialSecurityCard: 'Social Security card',
    immigrationDocument: 'Immigration document',
    bankStatement: 'Bank statement',
  },
};
