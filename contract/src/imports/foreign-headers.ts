import type { ColumnTarget } from './column-targets.ts';

/**
 * Headers of Outlook, Google Contacts, HealthSherpa, EZLynx and AgencyBloc, and Spanish and Portuguese ones. Prefixes
 * for the person ('Applicant', 'Individual:') are omitted, because the guess strips them.
 */
export const FOREIGN_HEADERS: readonly (readonly [ColumnTarget, readonly string[]])[] = [
  [
    'client_first_name',
    [
      'fname',
      'first nm',
      'forename',
      'legal first name',
      'nombre',
      'nombres',
      'primer nombre',
      'nome',
      'primeiro nome',
    ],
  ],
  [
    'client_last_name',
    [
      ...['lname', 'last nm', 'legal last name', 'apellido', 'apellidos', 'primer apellido'],
      ...['sobrenome', 'ultimo nome', 'apelido'],
    ],
  ],
  [
    'dob',
    [
      ...[
        'd.o.b.',
        'birth',
        'date birth',
        'dateofbirth',
        'fecha de nacimiento',
        'fecha nacimiento',
        'nacimiento',
      ],
      ...['f. nacimiento', 'cumpleanos', 'data de nascimento', 'nascimento', 'aniversario'],
    ],
  ],
  ['status', ['lead status', 'contact status', 'estatus', 'situacao']],
  [
    'pref_lang',
    ['spoken language', 'language preference', 'written language', 'idioma', 'idioma preferido', 'lingua'],
  ],
  [
    'ssn',
    ['ss#', 'ssn#', 'tax id', 'seguro social', 'numero de seguro social', 'nss', 'numero do seguro social'],
  ],
  [
    'dl_or_ppnumber',
    [
      'license number',
      'dl number',
      'dl #',
      'driver license number',
      'licencia de conducir',
      'pasaporte',
      'passaporte',
    ],
  ],
  ['height', ['estatura', 'altura']],
  ['weight', ['peso']],
  [
    'company',
    ['company name', 'organization', 'organization name', 'organization 1 - name', 'empresa', 'compania'],
  ],
  [
    'primary_phone',
    [
      ...[
        'mobile phone',
        'mobile number',
        'cell number',
        'cellular',
        'cell phone number',
        'phone 1',
        'phone1',
      ],
      ...['phone 1 - value', 'main phone', 'preferred phone', 'best phone', 'telefono', 'telefono movil'],
      ...['numero de telefono', 'celular', 'movil', 'telefone', 'telefone celular'],
    ],
  ],
  [
    'secondary_phone',
    [
      ...[
        'phone2',
        'phone 2 - value',
        'home phone number',
        'home phone 2',
        'mobile phone 2',
        'evening phone',
      ],
      ...['telefono 2', 'telefono de casa', 'otro telefono', 'telefone 2', 'telefone residencial'],
    ],
  ],
  [
    'primary_email',
    [
      ...[
        'email 1',
        'email1',
        'e-mail 1 - value',
        'primary e-mail',
        'email id',
        'email addr',
        'personal email',
      ],
      ...['correo', 'correo electronico', 'direccion de correo', 'correio eletronico', 'endereco de e-mail'],
    ],
  ],
  [
    'secondary_email',
    [
      'email2',
      'e-mail 2',
      'e-mail 2 address',
      'e-mail 2 - value',
      'second email',
      'correo 2',
      'correo secundario',
    ],
  ],
  [
    'address',
    [
      ...[
        'address 1',
        'address1',
        'address line 1',
        'address line1',
        'addr1',
        'street',
        'street 1',
        'street1',
      ],
      ...['home street', 'mailing street', 'physical address', 'residence address', 'residential address'],
      ...[
        'mailing address line 1',
        'address 1 - street',
        'address 1 - formatted',
        'address full',
        'direccion',
      ],
      ...['domicilio', 'calle', 'endereco', 'rua', 'logradouro'],
    ],
  ],
  [
    'address_line_2',
    [
      ...[
        'address 2',
        'address2',
        'address line 2',
        'address line2',
        'addr2',
        'street 2',
        'street2',
        'home street 2',
      ],
      ...[
        'apt',
        'apt #',
        'apartment',
        'unit',
        'suite',
        'mailing address line 2',
        'address 1 - extended address',
      ],
      ...['apartamento', 'complemento'],
    ],
  ],
  [
    'city',
    [
      ...['town', 'home city', 'mailing city', 'address city', 'residence city', 'residential city'],
      ...['address 1 - city', 'ciudad', 'cidade', 'municipio'],
    ],
  ],
  [
    'state',
    [
      ...[
        'st',
        'state code',
        'state/province',
        'home state',
        'mailing state',
        'address state',
        'residence state',
      ],
      ...['residential state', 'province', 'region', 'address 1 - region', 'estado', 'provincia', 'uf'],
    ],
  ],
  [
    'zip',
    [
      ...['zip code', 'zipcode', 'zip/postal code', 'postal code', 'postcode', 'postal', 'home postal code'],
      ...[
        'home zip',
        'home zip code',
        'mailing zip',
        'mailing zip code',
        'mailing postal code',
        'address zip',
      ],
      ...[
        'residence zip',
        'residential zip',
        'address 1 - postal code',
        'codigo postal',
        'cp',
        'cep',
        'zip+4',
      ],
    ],
  ],
  [
    'current_health_plan_name',
    ['plan selected', 'selected plan', 'health plan', 'plan de salud', 'plano de saude'],
  ],
  [
    'health_plan_premium',
    ['premium', 'net premium', 'monthly premium', 'premium amount', 'prima', 'premio mensal'],
  ],
  ['aor', ['agent on record', 'writing agent']],
  [
    'medicarenumber',
    ['medicare number', 'medicare id', 'mbi number', 'medicare beneficiary identifier', 'numero de medicare'],
  ],
  ['medicaidnumber', ['medicaid number', 'medicaid id', 'numero de medicaid']],
  ['part_a_effective', ['part a effective date', 'part a date', 'medicare part a']],
  ['part_b_effective', ['part b effective date', 'part b date', 'medicare part b']],
  [
    'spouse_name',
    ['spouse full name', 'spouse first name', 'partner name', 'conyuge', 'nombre del conyuge', 'conjuge'],
  ],
  [
    'spouse_dob',
    [
      'spouse birth date',
      'spouse birthdate',
      'spouse birthday',
      'co-applicant dob',
      'co-applicant date of birth',
    ],
  ],
  [
    'occupation',
    [
      'position',
      'profession',
      'organization title',
      'organization 1 - title',
      'ocupacion',
      'profesion',
      'ocupacao',
      'profissao',
    ],
  ],
  ['name_of_employer', ['employer', 'current employer', 'empleador', 'empregador']],
  [
    'employer_phone',
    ['business phone', 'work phone', 'company main phone', 'telefono del trabajo', 'telefone comercial'],
  ],
  ['business_ein', ['fein', 'employer identification number', 'ein number']],
  [
    'agi',
    [
      'annual income',
      'household income',
      'yearly income',
      'total income',
      'ingresos',
      'ingreso anual',
      'renda',
      'renda anual',
    ],
  ],
  ['bank_name', ['financial institution', 'banco']],
  [
    'routing_number',
    ['routing #', 'aba number', 'aba routing number', 'bank routing number', 'transit number'],
  ],
  [
    'account_number',
    ['account #', 'acct number', 'bank account number', 'numero de cuenta', 'numero da conta'],
  ],
  ['card_number', ['credit card number', 'cc number', 'numero de tarjeta', 'numero do cartao']],
  ['exp_date', ['expiration date', 'exp date', 'card expiration', 'vencimiento', 'validade']],
  ['notes', ['remarks', 'memo', 'notas', 'observaciones', 'comentarios', 'observacoes']],
  ['name_of_pcp', ['pcp name', 'primary doctor', 'medico primario', 'medico de cabecera']],
  ['next_f_u_date', ['next contact date', 'callback date', 'next appointment', 'fecha de seguimiento']],
  ['owner_agent_id', ['agent name', 'producer', 'assigned agent', 'agente', 'corretor']],
];
