/** What the rows of a file are. */
export const IMPORT_KINDS = ['clients', 'policies'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** What a column of a policy import can fill, besides the columns that identify the client (decision 134). */
export const POLICY_TARGETS = [
  'policy_client_id',
  'policy_line',
  'policy_carrier',
  'policy_plan',
  'policy_plan_type',
  'policy_number',
  'policy_effective_date',
  'policy_end_date',
  'policy_status',
  'policy_premium',
  'policy_subsidy',
  'policy_agent',
  'policy_notes',
] as const;
export type PolicyTarget = (typeof POLICY_TARGETS)[number];

/** The fields of a client that identify the policy's client. */
export const POLICY_PERSON_FIELDS = [
  'client_first_name',
  'client_last_name',
  'primary_email',
  'primary_phone',
  'dob',
] as const;

export const POLICY_TARGET_LABELS: Record<PolicyTarget, string> = {
  policy_client_id: 'Client id',
  policy_line: 'Line',
  policy_carrier: 'Carrier',
  policy_plan: 'Plan',
  policy_plan_type: 'Metal or plan type',
  policy_number: 'Policy or member number',
  policy_effective_date: 'Effective date',
  policy_end_date: 'End date',
  policy_status: 'Status',
  policy_premium: 'Monthly premium',
  policy_subsidy: 'Monthly subsidy',
  policy_agent: 'Agent of record',
  policy_notes: 'Notes',
};

/** Column names of carriers, agencies and other systems, in English, Spanish and Portuguese. */
export const POLICY_HEADERS: Record<PolicyTarget, readonly string[]> = {
  policy_client_id: ['ledgerline client id', 'client number'],
  policy_line: [
    ...['line of business', 'lob', 'line of coverage', 'product line', 'product type', 'product', 'coverage'],
    ...['coverage type', 'policy type', 'insurance type', 'ramo', 'tipo de seguro', 'tipo de poliza'],
  ],
  policy_carrier: [
    ...[
      'insurance company',
      'insurer',
      'company',
      'carrier name',
      'issuer',
      'issuer name',
      'insurance carrier',
    ],
    ...['aseguradora', 'compañia', 'seguradora', 'operadora'],
  ],
  policy_plan: ['plan name', 'product name', 'policy name', 'nombre del plan', 'nome do plano', 'plano'],
  policy_plan_type: [
    'metal',
    'metal level',
    'metal tier',
    'plan type',
    'network',
    'network type',
    'tipo de plan',
  ],
  policy_number: [
    ...[
      'policy',
      'policy no',
      'policy #',
      'policy id',
      'policy num',
      'member id',
      'member number',
      'member no',
    ],
    ...['subscriber id', 'subscriber number', 'contract number', 'certificate number', 'enrollee id', 'mbi'],
    ...[
      'exchange assigned policy id',
      'poliza',
      'numero de poliza',
      'no de poliza',
      'apolice',
      'numero da apolice',
    ],
  ],
  policy_effective_date: [
    ...['effective', 'eff date', 'start date', 'coverage start', 'coverage start date', 'policy start date'],
    ...[
      'coverage effective date',
      'policy effective date',
      'issue date',
      'fecha de inicio',
      'inicio',
      'vigencia',
    ],
    ...['fecha efectiva', 'data de inicio', 'inicio da vigencia'],
  ],
  policy_end_date: [
    ...['end', 'renewal date', 'expiration date', 'expiry date', 'exp date', 'term date', 'termination date'],
    ...[
      'coverage end',
      'coverage end date',
      'policy end date',
      'fecha de fin',
      'vencimiento',
      'fim da vigencia',
    ],
    ...['fecha de vencimiento', 'data de vencimento', 'vencimento'],
  ],
  policy_status: ['policy status', 'coverage status', 'enrollment status', 'estado de la poliza', 'situacao'],
  policy_premium: [
    ...[
      'premium',
      'premium amount',
      'gross premium',
      'total premium',
      'modal premium',
      'prima',
      'prima mensual',
    ],
    ...['premio', 'premio mensal', 'monthly amount'],
  ],
  policy_subsidy: ['subsidy', 'aptc', 'aptc amount', 'tax credit', 'premium tax credit', 'subsidio'],
  policy_agent: ['agent', 'writing agent', 'broker', 'broker of record', 'producer', 'agente', 'corretor'],
  policy_notes: ['note', 'comments', 'remarks', 'policy notes', 'notas', 'observaciones', 'observacoes'],
};

export const isPolicyTarget = (target: string | null): target is PolicyTarget =>
  POLICY_TARGETS.some((each) => each === target);
