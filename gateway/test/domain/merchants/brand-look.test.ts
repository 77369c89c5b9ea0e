// The look of a brand: the defaults, and the
// order of the methods.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import {
  effectiveLook,
  orderOptions,
  PLAIN_LOOK,
  readLookChanges,
} from '../../../src/domain/merchants/brand-look.ts';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';

const [first, second, third] = optionsOf('PAYIN');
const suboption = optionsOf('PAYIN').flatMap((option) => option.suboptions)[0]!;

test('a brand without a look has the defaults and its own name; set fields are kept', () => {
  const brand = { brandId: 'b1', name: 'Demo Shop', look: PLAIN_LOOK };
  assert.deepEqual(effectiveLook(brand, 'https://pay.example'), {
    displayName: 'Demo Shop',
    logoUrl: null,
    accentColour: '#1f4fd8',
    cornerRadius: 10,
    methodOrder: [],
  });
  const look = {
    displayName: 'Demo Shop Berlin',
    logo: { hash: 'abc', extension: 'svg' as const },
    accentColour: '#00754a',
    cornerRadius: 0,
    methodOrder: [second!.id],
  };
  assert.deepEqual(effectiveLook({ ...brand, look }, 'https://pay.example'), {
    displayName: 'Demo Shop Berlin',
    logoUrl: 'https://pay.example/assets/brands/b1/abc.svg',
    accentColour: '#00754a',
    cornerRadius: 0,
    methodOrder: [second!.id],
  });
});

test('a change sets only the fields that it names, and null removes a value', () => {
  assert.deepEqual(readLookChanges({}), { set: {}, newLogo: null });
  assert.deepEqual(readLookChanges({ accentColour: '#FFCC00', methodOrder: [first!.id.toUpperCase()] }), {
    set: { accentColour: '#ffcc00', methodOrder: [first!.id] },
    newLogo: null,
  });
  const nothing = {
    displayName: null,
    logo: null,
    accentColour: null,
    cornerRadius: null,
    methodOrder: null,
  };
  assert.deepEqual(readLookChanges(nothing), { set: nothing, newLogo: null });
});

test('all faults are listed, each with its field', () => {
  const methodOrder = [first!.id, randomUUID(), suboption.id, first!.id.toUpperCase()];
  assert.deepEqual(readLookChanges({ logo: 'logo.png', methodOrder }), {
    faults: [
      'look.methodOrder.1: no option of the catalogue has this id',
      'look.methodOrder.2: is a suboption; name its option',
      'look.methodOrder.3: is the same option as look.methodOrder.0',
      'look.logo: must be a data URL in base64, such as data:image/png;base64,iVBORw0KGgo=',
    ],
  });
});

test('options that the order names come first in that order, the others follow as they were', () => {
  const options = [first!, second!, third!];
  const ids = (order: string[]) => orderOptions(options, order).map(({ id }) => id);
  assert.deepEqual(ids([]), [first!.id, second!.id, third!.id]);
  assert.deepEqual(ids([third!.id]), [third!.id, first!.id, second!.id]);
  assert.deepEqual(ids([third!.id, randomUUID(), second!.id]), [third!.id, second!.id, first!.id]);
  assert.deepEqual(options, [first, second, third]);
});
