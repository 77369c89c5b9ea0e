// GET /v3/payment-options and GET /v3/payout-options (spec 2.2, 4.1, 4.3; contract 7) over HTTP.
// domain/options/payment-option.test.ts tests the filters themselves; list-payment-options.test.ts logos and single
// filters.
import assert from 'node:assert/strict';
import test from 'node:test';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { CARD_OPTION_ID, startTestGateway } from '../../stage/harness.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface Shown {
  id: string;
  name: string;
  logo: string;
  type: string;
  suboptions: Omit<Shown, 'suboptions' | 'availableCountries'>[];
  availableCountries: { code: string; currencies: string[] }[];
}

test('discovery of options', async (t) => {
  const gate = await startTestGateway(t);
  const brand = await gate.createBrand();
  const list = async (path: string, by = brand): Promise<Shown[]> => {
    const answer = await gate.call('GET', path, { apiKey: by.apiKey });
    assert.equal(answer.status, 200, answer.text);
    assert.ok(Array.isArray(answer.body));
    assert.equal(answer.headers.get('x-signature'), null);
    return answer.body;
  };
  const types = (options: Shown[]) => options.map((option) => option.type).sort();

  for (const [path, direction] of [
    ['/v3/payment-options', 'PAYIN'],
    ['/v3/payout-options', 'PAYOUT'],
  ] as const) {
    // proves 2.2 id; 2.2 name; 2.2 suboptions; 2.2 availableCountries; 2.2 discovery; 4.1 response
    // proves 4.3 response; 5 rule 6; 9 table, options; 9 table, suboptions; 9 table, payouts
    await t.test(
      `${path} lists every option of the catalogue with exactly the fields of the specification`,
      async () => {
        const options = await list(path);
        assert.deepEqual(
          options.map((option) => option.id),
          optionsOf(direction).map((option) => option.id),
        );
        for (const option of options) {
          const keys = ['id', 'name', 'logo', 'type', 'suboptions', 'availableCountries'];
          assert.deepEqual(Object.keys(option), keys);
          assert.match(option.id, UUID);
          assert.ok(option.name);
          assert.ok(option.availableCountries.length > 0);
          for (const { code, currencies } of option.availableCountries) {
            assert.match(code, /^([A-Z]{2}|WORLDWIDE|ANY)$/);
            assert.ok(currencies.length > 0);
          }
          for (const suboption of option.suboptions) {
            assert.deepEqual(Object.keys(suboption), ['id', 'name', 'logo', 'type']);
            assert.match(suboption.id, UUID);
          }
        }
      },
    );

    // proves 2.2 availableCountries, excluded; 4.1 excludeCountries; 4.3 query
    await t.test(`${path} with excludeCountries=true has empty lists`, async () => {
      const [all, short] = [await list(path), await list(`${path}?excludeCountries=true`)];
      assert.equal(short.length, all.length);
      for (const option of short) assert.deepEqual(option.availableCountries, []);
      assert.deepEqual(await list(`${path}?excludeCountries=false`), all);
    });

    // proves 2.2 array
    await t.test(`${path} is an empty array if nothing matches`, async () => {
      assert.deepEqual(await list(`${path}?currency=CHF`), []);
      assert.deepEqual(
        await list(`${path}?country=BR&currency=INR&excludeCountries=true`).then(types),
        direction === 'PAYIN' ? ['CARD'] : [],
      );
    });

    // proves 4.1 country, currency; 4.1 excludeCountries; 4.3 query
    await t.test(
      `${path} refuses an invalid country, currency or boolean in the query by its name`,
      async () => {
        for (const [query, field] of [
          ['country=de', 'country'],
          ['country=XX', 'country'],
          ['country=', 'country'],
          ['country=DE&country=FR', 'country'],
          ['currency=eur', 'currency'],
          ['currency=EURO', 'currency'],
          ['excludeCountries=yes', 'excludeCountries'],
          ['excludeCountries=1', 'excludeCountries'],
        ] as const) {
          const answer = await gate.call('GET', `${path}?${query}`, { apiKey: brand.apiKey });
          assert.equal(answer.status, 400, query);
          assert.match(answer.body.message[0], new RegExp(`^${field}: `), query);
        }
        await list(`${path}?amount=10&unknown=1`);
      },
    );

    // proves 4.1 nothing created; 4.3 nothing created
    await t.test(`${path} creates no session and no transaction`, async () => {
      await list(path);
      assert.equal((await gate.gateway.context.sql`select 1 from transactions`).length, 0);
    });
  }

  await t.test('a brand sees only its own options', async () => {
    const narrow = await gate.createBrand({ options: [CARD_OPTION_ID] });
    assert.deepEqual(types(await list('/v3/payment-options', narrow)), ['CARD']);
    assert.deepEqual(await list('/v3/payout-options', narrow), []);
    const path = `/operator/brands/${narrow.brandId}/options/${CARD_OPTION_ID}`;
    await gate.operator('PUT', path, { enabled: false });
    assert.deepEqual(await list('/v3/payment-options', narrow), []);
    assert.ok((await list('/v3/payment-options')).some((option) => option.id === CARD_OPTION_ID));
  });
});
