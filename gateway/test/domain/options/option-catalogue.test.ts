// Compares the catalogue of options with contract 7, row by row: names,
// types, places, fields, banks, ids and logos.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import test from 'node:test';
import { isCurrencyCode } from '@tollgate/provider-kit/currency';
import { isCountryCode } from '../../../src/domain/options/country.ts';
import {
  type Direction,
  findOption,
  inputsOf,
  optionsOf,
} from '../../../src/domain/options/payment-option.ts';
import { contractOptions } from '../../stage/contract-options.ts';
import { PAYIN_METHODS } from '../../stage/payin-ways.ts';

const DIRECTIONS: Direction[] = ['PAYIN', 'PAYOUT'];
const LOGOS = new URL('../../../assets/logos/', import.meta.url);
const everyOption = DIRECTIONS.flatMap((direction) => optionsOf(direction));
const everyChoice = everyOption.flatMap((option) => [option, ...option.suboptions]);
const idOf = (direction: Direction, name: string) =>
  optionsOf(direction).find((option) => option.name === name)!.id;

/** Specification 2.8 has the fields of a pay-in's card. */
const CARD_FIELDS = ['cardNumber', 'cardHolder', 'expiryYear', 'expiryMonth', 'cardCvv'];

for (const direction of DIRECTIONS) {
  // proves 2.2 type
  test(`the ${direction} catalogue equals the table of the contract, row by row`, () => {
    const rows = contractOptions(direction);
    assert.ok(rows.length >= 8, 'the tables of the contract were found');
    assert.deepEqual(
      optionsOf(direction).map(({ name, type, availableCountries, suboptions }) => ({
        name,
        type,
        places: availableCountries,
        hasSuboptions: suboptions.length > 0,
      })),
      rows.map(({ name, type, places, hasSuboptions }) => ({ name, type, places, hasSuboptions })),
    );
  });

  test(`the fields of a ${direction} are those of the contract, required or optional`, () => {
    for (const option of optionsOf(direction)) {
      const { fields } = contractOptions(direction).find(({ name }) => name === option.name)!;
      if (fields.startsWith('[specification 2.8]')) {
        assert.deepEqual(
          option.fields.map(({ name, required }) => required && name),
          CARD_FIELDS,
        );
        continue;
      }
      // A saved card's token takes the place of the other fields; values of fields are in backquotes too.
      const values = option.fields.flatMap((field) => field.values);
      const named = [...fields.matchAll(/`([\w.]+)`(,? \(?optional)?/g)]
        .map(([, name, optional]) => [name!, optional === undefined] as const)
        .filter(([name]) => name !== 'token' && !values.includes(name));
      const inCatalogue = option.fields.map(
        ({ name, required }) => [name.replace(/(document)\.\w+$/, '$1'), required] as const,
      );
      assert.deepEqual(new Map(inCatalogue), new Map(named), option.name);
    }
  });
}

test('the contract names the result of each flow', () => {
  for (const { name, results } of contractOptions('PAYIN').filter(({ type }) => type !== 'CARD')) {
    const { method, suboptions } = optionsOf('PAYIN').find((option) => option.name === name)!;
    for (const one of suboptions.length > 0 ? suboptions.map((each) => each.method) : [method]) {
      const { resultType } = PAYIN_METHODS.find((way) => way.method === one)!;
      assert.ok(results.includes(`\`${resultType}\``), `${name}: ${resultType}`);
    }
  }
});

test('the cashier asks for one field beyond the contract: the holder beside the IBAN of a direct debit', () => {
  const more = everyOption.flatMap(({ direction, method, fields }) =>
    fields
      .filter(({ askedWith }) => askedWith !== undefined)
      .map((field) => ({ ...field, direction, method })),
  );
  assert.deepEqual(
    more.map(({ direction, method, name, askedWith, required }) => ({
      direction,
      method,
      name,
      askedWith,
      required,
    })),
    [
      {
        direction: 'PAYIN',
        method: 'sepa-direct-debit',
        name: 'accountHolder',
        askedWith: 'iban',
        required: false,
      },
    ],
  );
});

// proves 2.2 id
test('every id is a unique version 4 UUID in lower case', () => {
  const ids = everyChoice.map((choice) => choice.id);
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(new Set(ids).size, ids.length);
});

test('the ids of the catalogue are those that merchants have stored', () => {
  assert.equal(idOf('PAYIN', 'Card'), '955677db-135d-4bd3-a241-a616beca374c');
  assert.equal(idOf('PAYIN', 'Open banking'), '252a4f14-dd7a-4dc2-bb98-997740c97c06');
});

// proves 2.2 availableCountries
test('countries and currencies are known codes, and each suboption stays within its option', () => {
  for (const option of everyOption) {
    for (const choice of [option, ...option.suboptions]) {
      assert.ok(choice.availableCountries.length > 0, choice.name);
      for (const { code, currencies } of choice.availableCountries) {
        assert.ok(isCountryCode(code) || code === 'WORLDWIDE' || code === 'ANY', `${choice.name} ${code}`);
        assert.ok(currencies.length > 0 && currencies.every(isCurrencyCode), choice.name);
        const parent = option.availableCountries.find((one) => one.code === code);
        for (const currency of currencies) assert.ok(parent?.currencies.includes(currency), choice.name);
      }
      assert.equal(choice.type, option.type);
    }
  }
});

test('open banking has four banks a country, and P2P three', () => {
  const banks = (name: string) =>
    optionsOf('PAYIN')
      .find((option) => option.name === name)!
      .suboptions.map((one) =>
        one.availableCountries.map(({ code, currencies }) => `${code} ${currencies}`).join(),
      );
  const count = (places: string[]) =>
    Object.entries(Object.groupBy(places, (p) => p)).map(([p, all]) => [p, all?.length]);
  assert.deepEqual(count(banks('Open banking')), [
    ['DE EUR', 4],
    ['FR EUR', 4],
    ['ES EUR', 4],
    ['NL EUR', 4],
    ['GB GBP', 4],
  ]);
  assert.deepEqual(count(banks('P2P transfer')), [
    ['TR TRY', 3],
    ['IN INR', 3],
  ]);
});

test('every logo is a small SVG file that loads nothing from outside', () => {
  const files = new Set(everyChoice.map((choice) => choice.logo));
  assert.deepEqual(readdirSync(LOGOS).sort(), [...files].sort());
  const seen = new Set<string>();
  for (const file of files) {
    const svg = readFileSync(new URL(file, LOGOS), 'utf8');
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 64 40"/, file);
    assert.ok(statSync(new URL(file, LOGOS)).size < 2560, file);
    assert.doesNotMatch(
      svg.replace('http://www.w3.org/2000/svg', ''),
      /https?:|<script|<style|<image|style=|href/,
      file,
    );
    assert.ok(!seen.has(svg), `${file} is a copy`);
    seen.add(svg);
  }
});

test('the card has the field names of v3, and in v2 the older names', () => {
  const card = findOption(idOf('PAYIN', 'Card'))!.option;
  const v2 = inputsOf(card, 'EUR', 'v2');
  assert.deepEqual(
    v2.map((input) => input.name),
    ['cardnum', 'cardholder', 'expiryyear', 'expirymonth', 'cardcvv'],
  );
  for (const input of v2) {
    assert.deepEqual(Object.keys(input), ['label', 'name', 'type', 'values', 'required']);
    assert.equal(input.type, 'string');
    assert.equal(input.required, true);
  }
  assert.deepEqual(
    inputsOf(card, 'EUR').map((input) => input.name),
    ['cardNumber', 'cardHolder', 'expiryYear', 'expiryMonth', 'cardCvv'],
  );
});

test('the offered networks are those of the crypto currency', () => {
  const crypto = findOption(idOf('PAYIN', 'Crypto'))!.option;
  assert.deepEqual(inputsOf(crypto, 'BTC')[0]?.values, ['bitcoin']);
  assert.deepEqual(inputsOf(crypto, 'USDT')[0]?.values, ['tron', 'ethereum']);
});
