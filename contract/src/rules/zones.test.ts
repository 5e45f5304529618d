import { describe, expect, it } from 'vitest';
import { zoneOfAddress } from './zones.ts';

describe('the time zone of an address', () => {
  it.each([
    ['12 Palm Way, Miami, FL 33101', 'America/New_York'],
    ['1 Bay Street, Pensacola, FL 32501', 'America/Chicago'],
    ['1 Bay Street, Panama City FL 32401-1234', 'America/Chicago'],
    ['5 Oak Ct, Nashville, TN 37201', 'America/Chicago'],
    ['5 Oak Ct, Knoxville, TN 37902', 'America/New_York'],
    ['5 Oak Ct, Louisville, KY 40202', 'America/New_York'],
    ['5 Oak Ct, Paducah, KY 42001', 'America/Chicago'],
    ['5 Oak Ct, Indianapolis, IN 46204', 'America/New_York'],
    ['5 Oak Ct, Gary, IN 46402', 'America/Chicago'],
    ['5 Oak Ct, Detroit, MI 48201', 'America/Detroit'],
    ['5 Oak Ct, Ironwood, MI 49938', 'America/Chicago'],
    ['5 Oak Ct, El Paso, TX 79901', 'America/Denver'],
    ['5 Oak Ct, Alpine, TX 79830', 'America/Chicago'],
    ['5 Oak Ct, Austin, TX 78701, USA', 'America/Chicago'],
    ['5 Oak Ct, Goodland, KS 67735', 'America/Denver'],
    ['5 Oak Ct, Rapid City, SD 57701', 'America/Denver'],
    ['5 Oak Ct, Boise, ID 83702', 'America/Boise'],
    ["5 Oak Ct, Coeur d'Alene, ID 83814", 'America/Los_Angeles'],
    ['5 Oak Ct, Ontario, OR 97914', 'America/Boise'],
    ['5 Oak Ct, Portland, OR 97201', 'America/Los_Angeles'],
    ['5 Oak Ct, Phoenix, AZ 85001', 'America/Phoenix'],
    ['5 Oak Ct, Window Rock, AZ 86515', 'America/Denver'],
    ['5 Oak Ct, Anchorage, AK 99501', 'America/Anchorage'],
    ['5 Oak Ct, Spokane, WA 99201', 'America/Los_Angeles'],
    ['5 Oak Ct, Honolulu, HI 96801', 'Pacific/Honolulu'],
    ['5 Oak Ct, San Juan, PR 00901', 'America/Puerto_Rico'],
    ['5 Oak Ct, Boston, MA 02101', 'America/New_York'],
    ['5 Oak Ct, Denver, CO', 'America/Denver'],
    ['5 Oak Ct, Seattle wa', 'America/Los_Angeles'],
    // A court is not Connecticut, a house number is not a ZIP code, and military mail has no location.
    ['5 Oak Ct', 'America/Fallback'],
    ['90210 Palm Way', 'America/Fallback'],
    ['PSC 1, APO, AE 09012', 'America/Fallback'],
    ['5 Oak Ct, London', 'America/Fallback'],
    ['', 'America/Fallback'],
    [null, 'America/Fallback'],
  ])('locates %j in %s', (address, zone) => {
    expect(zoneOfAddress(address, 'America/Fallback')).toBe(zone);
  });

  it('is a valid time zone, for every prefix', () => {
    for (let zip = 0; zip < 1000; zip += 1) {
      const zone = zoneOfAddress(`1 Way, Town, XX ${String(zip).padStart(3, '0')}55`, 'UTC');
      expect(() => new Intl.DateTimeFormat('en-US', { timeZone: zone })).not.toThrow();
    }
  });
});
