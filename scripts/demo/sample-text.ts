const list = (text: string): readonly string[] => text.split(',').map((word) => word.trim());

export const FIRST_NAMES = list(
  `Ana, Beatriz, Camila, Daniela, Elena, Fernanda, Gabriela, Hannah, Isabel, Joana, Karen, Lucía, Maria, Natalie,
  Olivia, Patricia, Raquel, Sofia, Teresa, Valeria, Wendy, Ximena, Yolanda, Zoë, Aaron, Bruno, Carlos, Diego, Eduardo,
  Felipe, George, Hugo, Ivan, James, Kevin, Luis, Miguel, Nathan, Oscar, Pedro, Quentin, Ricardo, Samuel, Thomas,
  Ulises, Victor, William, Xavier, Yusuf, Zachary, José, André, Renée, Chloé, Denise, Grace, Harold, Ingrid, Marcus`,
);

export const LAST_NAMES = list(
  `Acosta, Almeida, Alvarez, Álvarez, Anderson, Baker, Barbosa, Bennett, Cabrera, Campbell, Cardoso, Carter, Castillo,
  Chavez, Coleman, Cruz, Davis, Delgado, Diaz, Domínguez, Edwards, Espinoza, Evans, Ferreira, Figueroa, Flores, Foster,
  Garcia, Gomes, González, Gray, Guerrero, Hall, Harris, Hernandez, Hughes, Ibarra, Jackson, Jenkins, Johnson, Kelly,
  King, Lewis, Lima, Lopez, Machado, Martin, Martínez, Medina, Mendes, Miller, Mitchell, Molina, Moore, Morales, Nelson,
  Núñez, O'Brien, Oliveira, Ortiz, Parker, Pereira, Pérez, Phillips, Quintana, Ramirez, Reyes, Ribeiro, Rivera, Roberts,
  Rodrigues, Rogers, Ruiz, Salazar, Santos, Silva, Smith-Jones, Soto, Souza, Stewart, Suárez, Taylor, Torres, Turner,
  Valdez, Vargas, Vieira, Walker, Watson, White, Wilson, Young, Zamora`,
);

export const STREETS = list(
  `Banyan Way, Coral Ridge Dr, Cypress Ln, Dolphin Ave, Egret Ct, Flamingo Rd, Gulfstream Blvd, Heron St, Key Lime Cir,
  Lantana Ter, Mangrove St, Ocean Breeze Dr, Palmetto Ave, Pelican Pl, Royal Palm Way, Sandpiper Ln, Seagrape Dr`,
);

export const CITIES = list(
  `Miami FL 33101, Hialeah FL 33010, Orlando FL 32801, Tampa FL 33601, Fort Lauderdale FL 33301, Doral FL 33122,
  Kissimmee FL 34741, Naples FL 34101, Pembroke Pines FL 33024, West Palm Beach FL 33401, St. Petersburg FL 33701`,
);

export const BIRTHPLACES = list(
  `Havana, San Juan, Bogotá, Caracas, São Paulo, Lima, Santo Domingo, Managua, Mexico City, Miami, New York, Chicago,
  Atlanta, Rio de Janeiro, Quito, Buenos Aires, Kingston, Port-au-Prince, Guatemala City, Lisbon`,
);

export const AREA_CODES = list('305, 786, 954, 561, 407, 813, 727, 239, 321, 941');
/** Email domains that are reserved for examples. */
export const EMAIL_DOMAINS = list('example.com, example.org, example.net');
export const MOBILE_DOMAINS = list('sms.example.com, text.example.net, mobile.example.org');

export const HEALTH_PLANS = list(
  `Bronze Value HMO, Bronze Saver EPO, Silver Standard HMO, Silver Plus PPO, Silver 87 CSR, Gold Complete PPO,
  Gold Family HMO, Platinum Select PPO, Catastrophic Basic, Medicare Advantage Core, Medicare Advantage Plus`,
);
export const SMALL_PLANS = list(
  'Basic, Preferred, Plus, Family, Essential, Premier, Smile, ClearSight, Secure',
);
export const OCCUPATIONS = list(
  `Accountant, Baker, Bus driver, Carpenter, Chef, Dental assistant, Electrician, Florist, Graphic designer,
  Hairdresser, Landscaper, Mechanic, Nurse, Office manager, Painter, Plumber, Realtor, Retired, Sales associate,
  Software developer, Teacher, Translator, Truck driver, Waiter, Welder`,
);
export const COMPANIES = list(
  `Bayside Bakery LLC, Blue Heron Foods, Coral Coast Builders, Everglade Tours, Gulf Logistics, Key West Interiors,
  Lakeview Dental, Magnolia Realty, Orange Grove School, Palm Auto Repair, Sunrise Cleaning, Tropic Air Services`,
);
export const BANKS = list(
  'First Example Bank, Sunshine Credit Union, Gulf Example Trust, Harbor Savings, Palm National',
);
export const RELATIONSHIPS = list('Spouse, Son, Daughter, Mother, Father, Brother, Sister, Partner, Friend');
export const DRUGS = list(
  `Atorvastatin 20 mg, Lisinopril 10 mg, Metformin 500 mg, Levothyroxine 50 mcg, Amlodipine 5 mg, Omeprazole 20 mg,
  Albuterol inhaler, Sertraline 50 mg, Losartan 50 mg`,
);
export const SPECIALTIES = list(
  'Cardiology, Dermatology, Endocrinology, Neurology, Orthopedics, Ophthalmology, Urology',
);
export const HEALTH_STATES = list(
  'Healthy, Deceased, Diabetes, High blood pressure, Heart disease, Asthma, Unknown',
);

/** Numbers that card networks publish for tests. */
export const TEST_CARDS = list(
  '4111111111111111, 4242424242424242, 5555555555554444, 378282246310005, 6011111111111117',
);

export const NOTE_LINES = list(
  `Prefers a call after 5 pm, Asked for a quote with dental, Moving in spring and will send the new address, Sent the
  welcome package, Wants to add the youngest child, Income changed and needs a new estimate, Happy with the plan,
  Waiting for the employer letter, Left a message, Speaks Portuguese at home, Compare Silver and Gold at renewal`,
);
