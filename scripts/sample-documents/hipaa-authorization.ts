import {
  checkbox,
  heading,
  line,
  list,
  type Part,
  pageBreak,
  paragraph,
  sampleDocument,
  signature,
} from './sample-writer.ts';

const PARTS: Part[] = [
  heading('1. Whose information'),
  line(
    { name: 'client_first_name', label: 'First name', share: 0.39, required: true },
    { name: 'client_last_name', label: 'Last name', share: 0.39, required: true },
    { name: 'dob', label: 'Date of birth', share: 0.22, required: true },
  ),
  line(
    { name: 'address', label: 'Address', share: 0.66 },
    { name: 'primary_phone', label: 'Phone', share: 0.34 },
  ),
  heading('2. Who may disclose it, and to whom'),
  paragraph(
    'I authorize my physicians, hospitals, pharmacies, health plans and other health care providers to disclose the information described below to the brokerage that provided this form, to its licensed agents, and to the insurers to which I apply through them.',
  ),
  line(
    { name: 'name_of_pcp', label: 'Primary care physician', share: 0.5 },
    { name: 'current_health_plan_name', label: 'Health plan', share: 0.5 },
  ),
  heading('3. What may be disclosed'),
  checkbox(
    'medical_records',
    'Medical records',
    'Histories, examinations, diagnoses, treatments and test results.',
  ),
  checkbox(
    'prescription_history',
    'Prescription history',
    'Medicines, doses, and the dates on which they were dispensed.',
  ),
  checkbox('claims_and_billing', 'Claims and billing', 'Claims, payments, and explanations of benefits.'),
  checkbox(
    'mental_health_records',
    'Mental health records',
    'Not including psychotherapy notes, which need a separate authorization.',
  ),
  checkbox(
    'substance_use_records',
    'Substance use disorder records',
    'Protected by 42 CFR Part 2; they may not be passed on without my further consent.',
  ),
  checkbox('hiv_test_results', 'HIV test results'),
  heading('4. Why, and for how long'),
  paragraph(
    'The information is used to find out which coverage I am eligible for, to compare plans, to apply for insurance and to help me with claims.',
  ),
  list('valid_for', 'This authorization is valid for', ['12 months', '24 months', 'Until I revoke it']),
  pageBreak,
  heading('5. My rights'),
  paragraph(
    'I may revoke this authorization at any time by writing to the brokerage. Disclosures made before my letter arrived are not affected. My treatment, payment, enrollment or eligibility for benefits does not depend on my signing, except where an insurer needs the information to decide on an application. Information disclosed under this authorization may be disclosed again by those who receive it and may then no longer be protected by federal privacy rules. I am entitled to a copy of this form.',
  ),
  signature('client', 'The client or personal representative'),
];

/** Signed by the client alone. */
export function hipaaAuthorization(at: Date): Promise<Uint8Array> {
  return sampleDocument(
    {
      title: 'HIPAA Authorization',
      subtitle: 'Authorization to use and disclose protected health information, 45 CFR 164.508.',
      parts: PARTS,
    },
    at,
  );
}
