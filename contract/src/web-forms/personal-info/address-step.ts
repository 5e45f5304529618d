import { type Condition, field, type WebFormStep, words } from '../definition.ts';

const HAS_MAILING: Condition = { key: 'personalInfo.mailingDifferentResidential', is: 'yes' };

/** Where the person lives. */
export const ADDRESS_STEP: WebFormStep = {
  key: 'addressInfo',
  title: words('Your address', 'Su dirección', 'Seu endereço'),
  intro: words(
    'The place where you live, not a P.O. box.',
    'El lugar donde vive, no un apartado postal.',
    'O lugar onde você mora, não uma caixa postal.',
  ),
  questions: [
    field('addressInfo.streetAddress', 'text', words('Street address', 'Calle y número', 'Rua e número'), {
      autocomplete: 'street-address',
      client: { field: 'address', part: 'streetAddress' },
    }),
    field('addressInfo.city', 'text', words('City', 'Ciudad', 'Cidade'), {
      autocomplete: 'address-level2',
      client: { field: 'address', part: 'city' },
      maxLength: 100,
    }),
    field('addressInfo.state', 'state', words('State', 'Estado', 'Estado'), {
      autocomplete: 'address-level1',
      client: { field: 'address', part: 'state' },
      width: 'half',
    }),
    field('addressInfo.zip', 'zip', words('ZIP code', 'Código postal (ZIP)', 'Código postal (ZIP)'), {
      autocomplete: 'postal-code',
      client: { field: 'address', part: 'zip' },
      width: 'half',
    }),
  ],
};

/** Where mail goes. */
export const MAIL_STEP: WebFormStep = {
  key: 'mail',
  title: words('Where your mail goes', 'A dónde llega su correo', 'Para onde vai sua correspondência'),
  questions: [
    field(
      'personalInfo.mailingDifferentResidential',
      'yesno',
      words(
        'Do you get your mail at a different address?',
        '¿Recibe su correo en otra dirección?',
        'Você recebe correspondência em outro endereço?',
      ),
    ),
    field(
      'addressInfo.mailing_streetAddress',
      'text',
      words(
        'Mailing address: street or P.O. box',
        'Dirección postal: calle o apartado postal',
        'Endereço de correspondência: rua ou caixa postal',
      ),
      { autocomplete: 'section-mailing shipping street-address', when: HAS_MAILING },
    ),
    field(
      'addressInfo.mailing_city',
      'text',
      words('Mailing address: city', 'Dirección postal: ciudad', 'Endereço de correspondência: cidade'),
      { autocomplete: 'section-mailing shipping address-level2', when: HAS_MAILING, maxLength: 100 },
    ),
    field(
      'addressInfo.mailing_state',
      'state',
      words('Mailing address: state', 'Dirección postal: estado', 'Endereço de correspondência: estado'),
      { autocomplete: 'section-mailing shipping address-level1', when: HAS_MAILING, width: 'half' },
    ),
    field(
      'addressInfo.mailing_zip',
      'zip',
      words(
        'Mailing address: ZIP code',
        'Dirección postal: código postal (ZIP)',
        'Endereço de correspondência: código postal (ZIP)',
      ),
      { autocomplete: 'section-mailing shipping postal-code', when: HAS_MAILING, width: 'half' },
    ),
  ],
};
