import {
  checkbox,
  heading,
  line,
  list,
  type Part,
  paragraph,
  sampleDocument,
  signature,
} from './sample-writer.ts';

const PARTS: Part[] = [
  heading('1. The client'),
  line(
    { name: 'client_first_name', label: 'First name', share: 0.39, required: true },
    { name: 'client_last_name', label: 'Last name', share: 0.39, required: true },
    { name: 'dob', label: 'Date of birth', share: 0.22 },
  ),
  line({ name: 'address', label: 'Home address', share: 1 }),
  line(
    { name: 'primary_email', label: 'Email' },
    { name: 'primary_phone', label: 'Phone' },
    { name: 'occupation', label: 'Occupation' },
  ),
  heading('2. What we do for you'),
  paragraph(
    'We review your entire financial and insurance situation, explain our findings in plain language, and recommend steps that fit your goals. We act in your interest: if a third party pays us for something we recommend, we tell you before you decide.',
  ),
  paragraph(
    'Please check the services you want. Each is described in detail in the schedule you have received; its price is added to the total shown to you before you sign.',
  ),
  checkbox(
    'financial_plan',
    'Financial plan',
    'A written plan covering cash flow, protection, saving and retirement income, with one revision within twelve months.',
  ),
  checkbox(
    'tax_planning_review',
    'Tax planning review',
    'A review of your last two tax returns and a letter of suggestions for your tax advisor. We do not prepare returns.',
  ),
  checkbox(
    'estate_planning_review',
    'Estate planning review',
    'A review of beneficiaries, ownership and existing documents with a list of open points for your attorney.',
  ),
  checkbox(
    'insurance_review',
    'Insurance review',
    'A comparison of your life, health, disability and long-term care coverage with what you need.',
  ),
  heading('3. Your options'),
  list('planning_package', 'Planning package', ['Essential', 'Complete', 'Premier']),
  list('review_meetings', 'Review meetings', ['Once a year', 'Twice a year', 'Every quarter']),
  paragraph(
    'If you choose no package, the services checked above are provided individually. A chosen package replaces an earlier one from the date of this agreement.',
  ),
  heading('4. What we need from you'),
  paragraph(
    'Our advice can only be as good as what we know. You agree to give us complete and correct information, to tell us about important changes such as a marriage, a birth, a new job or an illness, and to answer our questions within a reasonable time. You decide alone whether to follow a recommendation.',
  ),
  heading('5. Fees'),
  paragraph(
    'You pay the fees for the services and the package you choose, plus sales tax where the law requires it. Fees are due within fourteen days of our invoice. They do not depend on whether you buy a product. Work you request beyond the chosen services is agreed in writing before it starts.',
  ),
  heading('6. Confidentiality'),
  paragraph(
    'We keep what you tell us confidential and protect it with appropriate technical and organizational measures. We share it only with insurers, custodians and service providers who need it to carry out what you have asked for, and where the law requires us to.',
  ),
  heading('7. Term and ending'),
  paragraph(
    "This agreement begins on the day the second of us signs. Either of us may end it at any time with thirty days' written notice. You may cancel it without giving a reason within five business days of signing; fees already paid are then returned in full. Fees for work already delivered stay due.",
  ),
  heading('8. General'),
  paragraph(
    'Investments and insurance values can fall as well as rise, and past results promise nothing about the future. We are not attorneys or accountants and do not give legal or tax advice. Changes to this agreement need to be in writing. If one part of it is not valid, the rest remains in force. The law of the state where our office is located applies.',
  ),
  paragraph(
    'You confirm that you have received our privacy notice and our disclosure brochure, and that you agree to receive documents electronically. You can ask for paper copies at any time.',
  ),
  line({
    name: 'special_instructions',
    label: 'Anything else that we agreed (optional)',
    share: 1,
    height: 40,
    multiline: true,
  }),
  signature('advisor', 'For the brokerage'),
  signature('client', 'The client'),
];

/** Signed by both; check boxes and drop-downs can have prices. */
export function advisoryAgreement(at: Date): Promise<Uint8Array> {
  return sampleDocument(
    {
      title: 'Advisory Agreement',
      subtitle: 'Between the brokerage ("we", "us") and the client named below ("you").',
      parts: PARTS,
    },
    at,
  );
}
