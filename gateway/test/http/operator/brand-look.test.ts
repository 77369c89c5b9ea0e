// The look of a brand in the cashier, set through the operator API: each setting alone, reset to its default, and
// refused if it makes no sense.
import assert from 'node:assert/strict';
import test from 'node:test';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { BrandDirectory } from '../../../src/storage/merchants/brand-directory.ts';
import { newMerchant, type OperatorApp, openOperatorApp } from './operator-app.ts';

const [FIRST, SECOND] = optionsOf('PAYIN');
const PUBLIC_URL = 'https://pay.example';
const PLAIN = {
  displayName: 'Demo Shop',
  logoUrl: null,
  accentColour: '#1f4fd8',
  cornerRadius: 10,
  methodOrder: [],
};
const LOGO = 'data:image/png;base64,iVBORw0KGgo=';
const OTHER_LOGO = 'data:image/png;base64,iVBORw0KGgpB';
const THIRD_LOGO = 'data:image/png;base64,iVBORw0KGgpC';

async function open(t: Parameters<typeof openOperatorApp>[0]): Promise<OperatorApp> {
  return openOperatorApp(t, { env: { PUBLIC_URL } });
}

async function newBrand(operator: OperatorApp, settings: object = {}) {
  return operator.call('POST', `/operator/merchants/${await newMerchant(operator)}/brands`, {
    name: 'Demo Shop',
    ...settings,
  });
}

test('a look is set with the brand or later, field by field, and null restores the default', async (t) => {
  const operator = await open(t);
  const { status, body } = await newBrand(operator, { look: { accentColour: '#FFCC00', logo: LOGO } });
  assert.equal(status, 201, JSON.stringify(body));
  const path = `/operator/brands/${body.brandId}`;
  const { logoUrl } = body.look;
  assert.match(logoUrl, new RegExp(`^${PUBLIC_URL}/assets/brands/${body.brandId}/[0-9a-f]{32}\\.png$`));
  const atFirst = { ...PLAIN, accentColour: '#ffcc00', logoUrl };
  assert.deepEqual(body.look, atFirst);
  assert.deepEqual((await operator.call('GET', path)).body.look, atFirst);

  const changed = await operator.call('PATCH', path, {
    look: { displayName: 'Demo Shop – Berlin', cornerRadius: 0, methodOrder: [SECOND!.id.toUpperCase()] },
  });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  const whole = {
    displayName: 'Demo Shop – Berlin',
    logoUrl,
    accentColour: '#ffcc00',
    cornerRadius: 0,
    methodOrder: [SECOND!.id],
  };
  assert.deepEqual(changed.body.look, whole);
  assert.deepEqual(Object.keys(changed.body.look), Object.keys(PLAIN));

  // This process has it in memory at once, and so has the next one.
  const known = operator.context.brands.byId(body.brandId)!.look;
  assert.deepEqual(
    [known.displayName, known.accentColour, known.cornerRadius],
    ['Demo Shop – Berlin', '#ffcc00', 0],
  );
  const started = await BrandDirectory.open({ ...operator.context, defaultRisk: 'off' });
  assert.deepEqual(started.byId(body.brandId)!.look, known);

  // Other changes leave it unchanged, even with an empty look or none.
  for (const changes of [{ fourEyes: true }, { look: {} }, { look: null }])
    assert.deepEqual((await operator.call('PATCH', path, changes)).body.look, whole, JSON.stringify(changes));

  const reset = { displayName: null, logo: null, accentColour: null, cornerRadius: null, methodOrder: null };
  assert.deepEqual((await operator.call('PATCH', path, { look: { logo: null } })).body.look, {
    ...whole,
    logoUrl: null,
  });
  assert.deepEqual((await operator.call('PATCH', path, { look: reset })).body.look, PLAIN);
  // Without its own name it follows the brand's name.
  const renamed = await operator.call('PATCH', path, { name: 'New Name' });
  assert.equal(renamed.body.look.displayName, 'New Name');
});

test('faults are 400, all listed with their fields, and nothing is changed', async (t) => {
  const operator = await open(t);
  const { body } = await newBrand(operator, { look: { cornerRadius: 4 } });
  const path = `/operator/brands/${body.brandId}`;
  const refused = async (look: unknown, messages: string[], more: object = {}) => {
    const answer = await operator.call('PATCH', path, { ...more, look });
    assert.deepEqual([answer.status, answer.body.message], [400, messages], JSON.stringify(look));
    const born = await newBrand(operator, { ...more, look });
    assert.deepEqual([born.status, born.body.message], [400, messages]);
  };
  const colour = 'look.accentColour: must be a colour as six hexadecimal digits, such as #00754a';
  for (const accentColour of ['', 'red', '#fff', '00754a', '#00754g', '#00754a80', ' #00754a', '#00754a;'])
    await refused({ accentColour }, [colour]);
  await refused({ cornerRadius: -1 }, ['look.cornerRadius: must be at least 0']);
  await refused({ cornerRadius: 25 }, ['look.cornerRadius: must be at most 24']);
  await refused({ cornerRadius: 1.5 }, ['look.cornerRadius: must be a whole number']);
  await refused({ displayName: ' \u2003' }, ['look.displayName: must have a visible character']);
  await refused({ displayName: '' }, ['look.displayName: must not be empty']);
  await refused({ displayName: 'é'.repeat(81) }, ['look.displayName: must have at most 80 characters']);
  await refused({ displayName: 'Demo\u0000' }, [
    'look.displayName: must not contain control characters or broken surrogate pairs',
  ]);
  await refused('#00754a', ['look: must be an object']);
  await refused(
    { logo: 'data:image/gif;base64,R0lGODlh', methodOrder: [FIRST!.id, body.brandId] },
    [
      'notificationUrl: must be an absolute http or https address',
      'look.methodOrder.1: no option of the catalogue has this id',
      'look.logo: must be a PNG, JPEG, WebP or SVG picture',
    ],
    { notificationUrl: 'shop' },
  );
  assert.deepEqual((await operator.call('GET', path)).body.look, { ...PLAIN, cornerRadius: 4 });
  const astral = await operator.call('PATCH', path, { look: { displayName: '🛍'.repeat(80) } });
  assert.equal(astral.status, 200);
});

test("a brand's present and former logo are kept", async (t) => {
  const operator = await open(t);
  const { body } = await newBrand(operator, { look: { logo: LOGO } });
  await newBrand(operator, { look: { logo: LOGO } });
  const path = `/operator/brands/${body.brandId}`;
  const kept = async () => {
    const rows = await operator.context
      .sql`select bytes from brand_logos where brand_id = ${body.brandId} order by bytes`;
    return rows.map(({ bytes }) => `data:image/png;base64,${bytes.toString('base64')}`);
  };
  const set = async (logo: string | null) =>
    assert.equal((await operator.call('PATCH', path, { look: { logo } })).status, 200);
  await set(OTHER_LOGO);
  assert.deepEqual(await kept(), [LOGO, OTHER_LOGO]);
  await set(OTHER_LOGO);
  assert.deepEqual(await kept(), [OTHER_LOGO]);
  await set(THIRD_LOGO);
  assert.deepEqual(await kept(), [OTHER_LOGO, THIRD_LOGO]);
  await operator.call('PATCH', path, { look: { cornerRadius: 3 } });
  assert.deepEqual(await kept(), [OTHER_LOGO, THIRD_LOGO]);
  await set(null);
  assert.deepEqual(await kept(), [THIRD_LOGO]);
  const [others] = await operator.context
    .sql`select count(*)::int as n from brand_logos where brand_id <> ${body.brandId}`;
  assert.equal(others!.n, 1);
});
