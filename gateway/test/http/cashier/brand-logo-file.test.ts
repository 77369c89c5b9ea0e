// A brand's logo at its address: open to anyone,
// cacheable for ever, and only a picture.
import assert from 'node:assert/strict';
import test from 'node:test';
import { shownBrand } from '../../../src/http/cashier/state/shown-brand.ts';
import { openOperatorApp } from '../operator/operator-app.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><style>.a{fill:#00754a}</style><path class="a" d="M0 0h8v8z"/></svg>',
);
const UNKNOWN = '01890a5d-0000-7000-8000-000000000000';

async function openShop(t: Parameters<typeof openOperatorApp>[0]) {
  const operator = await openOperatorApp(t);
  const { body: merchant } = await operator.call('POST', '/operator/merchants', { name: 'Example Ltd' });
  const { body: brand } = await operator.call('POST', `/operator/merchants/${merchant.merchantId}/brands`, {
    name: 'Demo Shop',
  });
  const set = async (look: object) => {
    const { status, body } = await operator.call('PATCH', `/operator/brands/${brand.brandId}`, { look });
    assert.equal(status, 200, JSON.stringify(body));
    return new URL(body.look.logoUrl).pathname;
  };
  const setLogo = (bytes: Buffer) => set({ logo: `data:;base64,${bytes.toString('base64')}` });
  return { ...operator, brandId: brand.brandId as string, set, setLogo };
}

test('each kind of logo is served with its type, without a key, cached for ever and unable to run scripts', async (t) => {
  const { app, setLogo } = await openShop(t);
  const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex');
  const webp = Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1');
  const closed = "default-src 'none'; sandbox";
  for (const [bytes, type, policy] of [
    [PNG, 'image/png', closed],
    [jpeg, 'image/jpeg', closed],
    [webp, 'image/webp', closed],
    [SVG, 'image/svg+xml', "default-src 'none'; style-src 'unsafe-inline'; sandbox"],
  ] as const) {
    const { statusCode, headers, rawPayload } = await app.inject(await setLogo(bytes));
    assert.equal(statusCode, 200);
    assert.deepEqual(rawPayload, bytes);
    assert.equal(headers['content-type'], type);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['content-security-policy'], policy);
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
});

test('a new logo has a new address, and the former address still works for open pages', async (t) => {
  const { app, setLogo } = await openShop(t);
  const former = await setLogo(PNG);
  const present = await setLogo(SVG);
  assert.notEqual(former, present);
  assert.deepEqual((await app.inject(former)).rawPayload, PNG);
  assert.deepEqual((await app.inject(present)).rawPayload, SVG);
});

test('any other address is 404 and is not cached', async (t) => {
  const { app, brandId, setLogo } = await openShop(t);
  const path = await setLogo(PNG);
  const file = path.split('/').at(-1)!;
  for (const url of [
    `/assets/brands/${UNKNOWN}/${file}`,
    `/assets/brands/no-id/${file}`,
    `/assets/brands/${brandId}/${file.replace('.png', '.svg')}`,
    `/assets/brands/${brandId}/${file.replace('.png', '')}`,
    `/assets/brands/${brandId}/${'0'.repeat(32)}.png`,
    `/assets/brands/${brandId}/..%2f${file}`,
    `/assets/brands/${brandId}/%00`,
    `/assets/brands/${brandId}/`,
  ]) {
    const { statusCode, headers } = await app.inject(url);
    assert.equal(statusCode, 404, url);
    assert.equal(headers['cache-control'], 'no-store');
  }
});

test('the cashier shows the name, the logo and readable colours, and follows a change', async (t) => {
  const { context, brandId, set, setLogo } = await openShop(t);
  const shown = () => shownBrand(context.brands.byId(brandId)!, 'https://pay.example');
  assert.deepEqual(shown(), {
    name: 'Demo Shop',
    logoUrl: null,
    cornerRadius: 10,
    light: { accent: '#1f4fd8', onAccent: '#ffffff' },
    dark: { accent: '#5689ff', onAccent: '#0d0e12' },
  });
  const path = await setLogo(PNG);
  await set({ displayName: 'Demo Shop Berlin', accentColour: '#ffcc00', cornerRadius: 24 });
  assert.deepEqual(shown(), {
    name: 'Demo Shop Berlin',
    logoUrl: `https://pay.example${path}`,
    cornerRadius: 24,
    light: { accent: '#866a00', onAccent: '#ffffff' },
    dark: { accent: '#ffcc00', onAccent: '#0d0e12' },
  });
  assert.deepEqual(shown(), shown());
});
