// The loading of providers' packages (contract 18): what is loaded, in which order, and each fault that stops the
// start.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { findOption } from '../../src/domain/options/payment-option.ts';
import { checkPackages } from '../../src/process/doctor/package-check.ts';
import { loadProviders } from '../../src/providers/load-packages.ts';
import { declarationText, providerFolder } from '../stage/provider-folder.ts';

const NO_FOLDER = join(tmpdir(), 'there-is-no-such-folder');
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 40"><rect width="64" height="40"/></svg>';

const load = (...packages: string[]) => loadProviders(packages, NO_FOLDER);
const faultOf = async (...packages: string[]): Promise<string> => {
  try {
    await load(...packages);
  } catch (error) {
    assert.equal((error as Error).name, 'ProviderPackageError');
    return (error as Error).message;
  }
  return assert.fail('the packages were loaded');
};

const optionText = (members: Record<string, unknown> = {}) =>
  JSON.stringify({
    id: randomUUID(),
    name: 'Fabrikam Direct',
    direction: 'PAYIN',
    type: 'WALLET',
    method: `fabrikam-${randomUUID().slice(0, 8)}`,
    logo: LOGO,
    fields: ['phoneNumber'],
    countries: ['PL'],
    currencies: ['PLN'],
    ...members,
  });

test('a folder with TypeScript is loaded after the own providers, and gets the kit of the gateway', async (t) => {
  const folder = providerFolder(
    t,
    `import { type ProviderDeclaration, SEAM_VERSION } from '@tollgate/provider-kit';
     const declaration: ProviderDeclaration = ${declarationText({ seam: 'SEAM_VERSION' })};
     export default declaration;`,
  );
  const kinds = await load(folder);
  assert.deepEqual(
    kinds.map(({ id }) => id),
    ['adyen', 'stripe', 'bank', 'fabrikam'],
  );
});

test('a package may export several declarations', async (t) => {
  const list = `[${declarationText({ id: "'fabrikam-eu'" })}, ${declarationText({ id: "'fabrikam-us'" })}]`;
  const kinds = await load(providerFolder(t, `export default ${list};`));
  assert.deepEqual(
    kinds.slice(3).map(({ id }) => id),
    ['fabrikam-eu', 'fabrikam-us'],
  );
});

test('a package that comes with the gateway is loaded without a setting; a folder without its entry is left out', async (t) => {
  const bundled = mkdtempSync(join(tmpdir(), 'tollgate-bundled-'));
  t.after(() => rmSync(bundled, { recursive: true, force: true }));
  const manifest = JSON.stringify({ type: 'module', exports: './provider.js' });
  for (const name of ['finished', 'begun', 'without-a-manifest']) mkdirSync(join(bundled, name));
  for (const name of ['finished', 'begun']) writeFileSync(join(bundled, name, 'package.json'), manifest);
  writeFileSync(join(bundled, 'finished', 'provider.js'), `export default ${declarationText()};`);
  const ids = (await loadProviders([], bundled)).map(({ id }) => id);
  assert.deepEqual(ids, ['adyen', 'stripe', 'bank', 'fabrikam']);
  const again = await loadProviders([join(bundled, 'finished')], bundled);
  assert.equal(again.length, 4, 'a package that is named too is loaded once');
  const link = join(bundled, 'link');
  symlinkSync(join(bundled, 'finished'), link);
  assert.equal((await loadProviders([link], bundled)).length, 4, 'a link is the package behind it');
});

test('a package that cannot be used stops the start with a sentence that names it', async (t) => {
  const credential = (members: string) =>
    `[{ name: 'a', label: 'A', help: 'b', needed: 'always', isList: false, isSecret: true, ${members} }]`;
  const faults: [given: string, told: RegExp][] = [
    ['@fabrikam/not-installed', /"@fabrikam\/not-installed" cannot be used: it is not installed/],
    ['./no-such-folder', /"\.\/no-such-folder" cannot be used: there is no such folder/],
    [tmpdir(), /the folder has no package\.json/],
    [providerFolder(t, '', { exports: './other.ts' }), /its entry .*other\.ts is missing/],
    [
      providerFolder(t, '', { exports: {} }),
      /its package\.json .* names no file of the package in "exports"/,
    ],
    [providerFolder(t, '', { exports: '../provider.ts' }), /names no file of the package/],
    [providerFolder(t, 'throw new Error("no key file");'), /it throws while it is loaded: no key file/],
    [providerFolder(t, 'throw Object.create(null);'), /while it is loaded: something that is no error$/],
    [providerFolder(t, 'throw new Error("first\\nsecond");'), /while it is loaded: first$/],
    [providerFolder(t, 'export const provider = 1;'), /neither a ProviderDeclaration nor a list of them/],
    [providerFolder(t, 'export default [];'), /an empty list/],
    ...(
      [
        [
          { seam: '2' },
          /the provider fabrikam was made for version 2 of the seam, and this gateway has version 1/,
        ],
        [{ seam: 'undefined' }, /names no version of the seam/],
        [{ id: "'stripe'" }, /the id stripe is taken/],
        [{ id: "'sandbox'" }, /the id sandbox is taken/],
        [{ id: "'Fabrikam Pay'" }, /"Fabrikam Pay" is no id/],
        [{ connect: 'null' }, /connect is missing/],
        [{ capabilities: '{}' }, /no list of methods/],
        [{ credentials: '[{ name: "a b" }]' }, /credential 1 needs a name/],
        [{ played: '"maybe"' }, /played may be played or not-tried/],
        [{ name: '"Fabrikam\\nPay"' }, /its name must be one line of at most 60 characters/],
        [{ capabilities: '{ methods: [] }' }, /must say true or false for refund and cancel/],
        [
          { capabilities: '{ methods: [], refund: true, cancel: true }' },
          /only supported or notifications-only as inquiry/,
        ],
        [{ credentials: credential('isList: undefined') }, /credential 1 must say true or false for isList/],
        [{ credentials: credential('isSecret: undefined') }, /true or false for isList and isSecret/],
        [{ credentials: credential('name: "__proto__"') }, /credential 1 needs a name/],
        [{ credentials: credential('name: "constructor"') }, /cannot have the name constructor/],
        [{ credentials: credential('pattern: "^fab_"') }, /needs a regular expression without the flags g/],
        [{ credentials: credential('pattern: /^fab_/g') }, /needs a regular expression without the flags g/],
        [{ credentials: credential('check: true') }, /has a check that is no function/],
        [
          { credentials: credential('pairedWith: "user"') },
          /has a pairedWith that names no other credential/,
        ],
        [{ seam: '1n' }, /its declaration cannot be read/],
        [{ credentials: '[{ get name() { throw new Error("no"); } }]' }, /cannot be read: no/],
      ] as [Record<string, string>, RegExp][]
    ).map(([members, told]): [string, RegExp] => [
      providerFolder(t, `export default ${declarationText(members)};`),
      told,
    ]),
  ];
  for (const [given, told] of faults) {
    const message = await faultOf(given);
    assert.match(message, told);
    assert.ok(message.includes(given), message);
  }
});

test('two packages with one provider stop the start', async (t) => {
  const [first, second] = [1, 2].map(() => providerFolder(t, `export default ${declarationText()};`));
  assert.match(await faultOf(first!, second!), /the id fabrikam is taken/);
});

test('an option of a package stands in the catalogue with the labels of its fields', async (t) => {
  const id = randomUUID();
  const options = `[${optionText({ id })}]`;
  await load(providerFolder(t, `export default ${declarationText({ options })};`));
  const { option } = findOption(id)!;
  assert.equal(option.flow, 'wallet');
  assert.deepEqual(option.availableCountries, [{ code: 'PL', currencies: ['PLN'] }]);
  assert.deepEqual(option.fields, [
    { name: 'phoneNumber', label: 'Phone number', type: 'string', values: [], required: true },
  ]);
  assert.match(option.logo, /^fabrikam-[0-9a-f]{8}-[0-9a-f]{12}\.svg$/);
});

test('several providers of a package may bring one option', async (t) => {
  const options = `[${optionText()}]`;
  const list = ['fabrikam-eu', 'fabrikam-us'].map((id) => declarationText({ id: `'${id}'`, options }));
  await load(providerFolder(t, `export default [${list.join(', ')}];`));
});

test('an option that cannot be shown or is taken stops the start', async (t) => {
  const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;
  const faults: [members: Record<string, unknown>, told: RegExp][] = [
    [{ id: 'ideal' }, /is no UUID/],
    [{ id: '955677db-135d-4bd3-a241-a616beca374c' }, /has the id of Card, which is taken/],
    [{ id: '955677DB-135D-4BD3-A241-A616BECA374C' }, /has the id of Card, which is taken/],
    [{ method: 'ideal' }, /has the method ideal of iDEAL \| Wero, which is taken/],
    [{ method: 'upi-qr' }, /has the method upi-qr of UPI QR, which is taken/],
    [{ method: 'constructor' }, /cannot have the method constructor/],
    [{ type: 'CARD' }, /has a type that it cannot have/],
    [{ name: ' ' }, /has no name/],
    [{ fields: ['shoeSize'] }, /asks for a field that the gateway does not know: "shoeSize"/],
    [{ fields: ['iban', 'iban'] }, /asks for the same field twice/],
    [{ fields: [null] }, /does not know: null/],
    [{ id: undefined }, /one of its options has no id/],
    [{ countries: ['Poland'] }, /needs countries/],
    [{ currencies: ['XYZ'] }, /needs currencies/],
    [{ logo: svg('<script>alert(1)</script>') }, /must not contain <script>/],
    [{ logo: svg('<foreignObject/>') }, /must not contain <foreignObject>/],
    [{ logo: svg('<rect onload="alert(1)"/>') }, /the attribute onload/],
    [{ logo: svg('<image href="https://example.com/a.png"/>') }, /must not refer to other files/],
    [{ logo: svg('<rect fill="url(https://example.com/a.svg#b)"/>') }, /must not refer to other files/],
    [{ logo: svg('<rect style="fill:red"/>') }, /must use attributes such as fill/],
    [{ logo: svg('<text>Fabrikam</text>') }, /must draw texts and pictures as shapes/],
    [{ logo: svg('<image href="data:image/png;base64,AAAA"/>') }, /must draw texts and pictures as shapes/],
    [{ logo: svg('<rect fill="url(data:image/png;base64,AA)"/>') }, /must draw texts and pictures/],
    [{ logo: svg('<image href="data:image/svg+xml,x"/>') }, /must not refer to other files/],
    [{ logo: '<b>no picture</b>' }, /must be an SVG/],
    [{ logo: null }, /it is no text of an SVG/],
  ];
  for (const [members, told] of faults) {
    const options = `[${optionText(members)}]`;
    assert.match(await faultOf(providerFolder(t, `export default ${declarationText({ options })};`)), told);
  }
  const undefinedField = `[{ ...${optionText()}, fields: [undefined] }]`;
  const strange = providerFolder(t, `export default ${declarationText({ options: undefinedField })};`);
  assert.match(await faultOf(strange), /does not know: undefined/);
  const twice = `[${optionText({ id: randomUUID(), method: 'twice' })}, ${optionText({ method: 'twice' })}]`;
  const folder = providerFolder(t, `export default ${declarationText({ options: twice })};`);
  assert.match(await faultOf(folder), /has the method twice of Fabrikam Direct, which is taken/);
});

test('the doctor loads the packages as a start does', async () => {
  assert.equal((await checkPackages([])).ok, true);
  const { ok, message } = await checkPackages(['./not-there']);
  assert.equal(ok, false);
  assert.match(message, /"\.\/not-there" cannot be used: there is no such folder$/);
});
