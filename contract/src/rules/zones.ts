/**
 * Time zones of the United States by ZIP code, longest prefix first; null where a code has no location (military mail). Zones follow 49 CFR
 * part 71. Where a boundary runs through a prefix, it has the zone of most of its people, and full codes list the exceptions.
 */
const ZONE_OF_ZIP: Readonly<Record<string, readonly string[]>> = {
  'America/New_York': [
    ...['0', '1', '2', '3', '398', '399', '4'],
    // East Tennessee.
    ...['373', '374', '376', '377', '378', '379'],
  ],
  'America/Puerto_Rico': ['006', '007', '009'],
  'America/St_Thomas': ['008'],
  'America/Detroit': ['48', '49'],
  'America/Chicago': [
    // The Florida panhandle, Alabama, Tennessee, Mississippi.
    ...['324', '325', '35', '36', '37', '38', '39'],
    // Western Kentucky; Indiana near Chicago and Evansville.
    ...['420', '421', '422', '423', '424', '463', '464', '476', '477', '47586'],
    // The part of Michigan that borders Wisconsin.
    ...['49801', '49802', '49858', '49870', '49876', '49887', '49892'],
    ...['49911', '49920', '49935', '49938', '49947', '49968', '49969'],
    ...['5', '57601', '6', '7'],
    // Texas around El Paso.
    ...['79830', '79832', '79834', '79842', '79843', '79845', '79846', '79848', '79852', '79854', '79855'],
  ],
  'America/Denver': [
    // The western parts of the Dakotas, Nebraska, Kansas and Texas.
    ...['576', '577', '57543', '57567', '586', '59'],
    ...['67733', '67735', '67741', '67758', '67761', '67762', '67836', '67878', '67879'],
    ...['69021', '69033', '69153', '693', '798', '799'],
    // The Navajo Nation observes daylight saving time, Arizona does not.
    ...['8', '86033', '86045', '865', '89883'],
  ],
  'America/Boise': ['832', '833', '834', '836', '837', '979'],
  'America/Phoenix': ['85', '86'],
  'America/Los_Angeles': ['835', '838', '889', '89', '9'],
  'America/Anchorage': ['995', '996', '997', '998', '999'],
  'Pacific/Honolulu': ['967', '968'],
  'Pacific/Pago_Pago': ['96799'],
  'Pacific/Guam': ['969'],
  'Pacific/Saipan': ['96950', '96951', '96952'],
  '': ['09', '340', '962', '963', '964', '965', '966'],
};

/** For an address without a ZIP code: the zone of most people in the state. */
const ZONE_OF_STATE: Readonly<Record<string, string>> = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Detroit': 'MI',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Boise': 'ID',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR',
  'America/St_Thomas': 'VI',
  'Pacific/Guam': 'GU',
  'Pacific/Saipan': 'MP',
  'Pacific/Pago_Pago': 'AS',
};

const ZIPS = new Map(
  Object.entries(ZONE_OF_ZIP).flatMap(([zone, prefixes]) =>
    prefixes.map((prefix): [string, string] => [prefix, zone]),
  ),
);
const STATES = new Map(
  Object.entries(ZONE_OF_STATE).flatMap(([zone, states]) =>
    states.split(' ').map((state): [string, string] => [state, zone]),
  ),
);

/** The zone of a ZIP code by its longest known prefix; null for an invalid code or one without a location. */
function zoneOfZip(zip: string): string | null {
  for (let length = zip.length; length > 0; length -= 1) {
    const zone = ZIPS.get(zip.slice(0, length));
    if (zone !== undefined) return zone || null;
  }
  return null;
}

/**
 * The IANA time zone of a client, from the end of their address as stored: '12 Palm Way, Miami, FL 33101' by the ZIP code, '…, Miami, FL'
 * by the state. `fallback`, the brokerage's zone, for any other.
 */
export function zoneOfAddress(address: string | null | undefined, fallback: string): string {
  const text = (address ?? '').trim().replace(/,?\s*(?:USA?|United States)\.?$/i, '');
  const zip = /[\s,](\d{5})(?:-\d{4})?$/.exec(text)?.[1];
  if (zip !== undefined) return zoneOfZip(zip) ?? fallback;
  // Without a comma before it, 'Ct' may be a court.
  const state = /,(?:.*[\s,])?([A-Za-z]{2})\.?$/.exec(text)?.[1];
  return STATES.get(state?.toUpperCase() ?? '') ?? fallback;
}
