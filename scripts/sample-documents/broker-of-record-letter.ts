import { checkbox, line, list, type Part, paragraph, sampleDocument, signature } from './sample-writer.ts';

const PARTS: Part[] = [
  line(
    { name: 'insurance_carrier', label: 'Insurance carrier', share: 0.6 },
    { name: 'effective_date', label: 'Effective date', share: 0.4 },
  ),
  line(
    { name: 'client_first_name', label: 'First name', required: true },
    { name: 'client_last_name', label: 'Last name', required: true },
    { name: 'policy_number', label: 'Policy or member number' },
  ),
  line({ name: 'address', label: 'Address', share: 1 }),
  paragraph('To whom it may concern:'),
  paragraph(
    'Please be advised that, as of the date above, I appoint the broker named below as my exclusive broker of record for the coverage checked here. This appointment replaces every earlier one and remains in force until I revoke it in writing.',
  ),
  checkbox('health_coverage', 'Health coverage'),
  checkbox('medicare_coverage', 'Medicare Advantage, supplement or prescription drug coverage'),
  checkbox('life_coverage', 'Life insurance'),
  checkbox('ancillary_coverage', 'Dental, vision and other supplementary coverage'),
  list('commission_change', 'Commissions pass to the new broker', ['Immediately', 'At the next renewal']),
  paragraph(
    'The broker is authorized to represent me in all matters that concern this coverage, to receive information about it, and to request changes that I have approved. Please send the broker whatever is needed to serve me, and confirm this change in writing.',
  ),
  signature('client', 'The insured'),
  line({ name: 'advisor_npn', label: 'National producer number of the broker', share: 0.5 }),
  signature('advisor', 'The new broker of record'),
];

/** Signed by both, on one page. */
export function brokerOfRecordLetter(at: Date): Promise<Uint8Array> {
  return sampleDocument(
    {
      title: 'Broker of Record Letter',
      subtitle: 'Appointment of an exclusive broker of record.',
      parts: PARTS,
    },
    at,
  );
}
