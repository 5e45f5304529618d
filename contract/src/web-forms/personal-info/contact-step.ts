import { field, type WebFormStep, words } from '../definition.ts';

/** How to reach the person. */
export const CONTACT_STEP: WebFormStep = {
  key: 'contactInfo',
  title: words('How to reach you', 'Cómo comunicarnos con usted', 'Como falar com você'),
  questions: [
    field('contactInfo.primary_phone', 'phone', words('Phone', 'Teléfono', 'Telefone'), {
      autocomplete: 'tel',
      client: { field: 'primary_phone' },
    }),
    field('contactInfo.secondary_phone', 'phone', words('Another phone', 'Otro teléfono', 'Outro telefone'), {
      required: false,
      client: { field: 'secondary_phone' },
    }),
    field('contactInfo.email', 'email', words('Email', 'Correo electrónico', 'E-mail'), {
      autocomplete: 'email',
      client: { field: 'primary_email' },
    }),
  ],
};
