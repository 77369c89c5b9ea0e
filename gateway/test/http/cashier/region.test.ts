// How the cashier writes amounts and dates: by the browser's
// region, else by the session's country.
import assert from 'node:assert/strict';
import test from 'node:test';
import { CARD_OPTION_ID, sharedTestGateway } from '../../stage/harness.ts';
import { openDocument, openSession } from './shopper.ts';

const sharedGateway = sharedTestGateway({ workers: false });
test('amounts and dates follow the region of the browser, else the country of the session', async () => {
  const tollgate = await sharedGateway();
  const brand = await tollgate.createBrand();
  const session = { amount: 125000.5 };
  await tollgate.operator('PUT', `/operator/brands/${brand.brandId}/options/${CARD_OPTION_ID}`, {
    enabled: true,
    maxAmount: 200_000,
  });
  const cases: [accepted: string, fields: Record<string, unknown>, locale: string, amount: string][] = [
    ['es-MX,es;q=0.9', { country: 'MX', currency: 'MXN' }, 'es-MX', '$125,000.50'],
    ['hi;q=0.4, en-IN, en;q=0.8', { country: 'IN', currency: 'INR' }, 'en-IN', '₹1,25,000.50'],
    ['en, en-GB;q=0.9, en-US;q=0.8', { country: 'DE', currency: 'GBP' }, 'en-GB', '£125,000.50'],
    ['es-419', { country: 'MX', currency: 'USD' }, 'es-419', 'USD\u00a0125,000.50'],
    // A region of another language, or none: the session's country counts.
    ['en-US', { country: 'AT', language: 'de' }, 'de-AT', '€\u00a0125.000,50'],
    ['de, fr-CH', { country: 'CH' }, 'de-CH', "EUR\u00a0125'000.50"],
    ['zh-Hant-TW', { country: 'DE' }, 'zh-TW', '€125,000.50'],
    ['de', { country: null }, 'de', '125.000,50\u00a0€'],
    ['', { country: null }, 'en', '€125,000.50'],
  ];
  for (const [accepted, fields, locale, amount] of cases) {
    const link = await openSession(tollgate, brand, { ...session, ...fields });
    const headers = { 'accept-language': accepted };
    const { text, start } = await openDocument(tollgate, link, { headers });
    assert.equal(start.state.locale, locale, accepted);
    assert.equal(/<bdi class="number">([^<]*)/.exec(text)![1]!.replaceAll(/&#39;|’/g, "'"), amount, accepted);
    const { body } = await tollgate.call('GET', `${link.path}/state`, { headers });
    assert.equal(body.locale, locale, accepted);
  }
});
