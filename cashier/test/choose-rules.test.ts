// The choice of a method, without a browser: its order and countries, the submission, and that every field of the
// catalogue has its words.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { optionsOf } from '../../gateway/src/domain/options/payment-option.ts';
import type { ShownOption } from '../../gateway/src/http/cashier/state/state.ts';
import WORDS from '../messages/en/choose.json' with { type: 'json' };
import { askedFields, faultsOf, ownFaults, submissionOf, withUsual } from '../src/choose/build-submission.ts';
import { ruleOf, type Values } from '../src/choose/field-rules.ts';
import {
  aboutKeys,
  arranged,
  countriesToAsk,
  countryOf,
  firstFor,
  guessedCountry,
  openedFirst,
  stepOf,
  usualSuboption,
} from '../src/choose/offer.ts';

const NOW = new Date('2026-11-22T12:00:00Z');

function shown(
  id: string,
  countries: string[] | null = null,
  suboptions: [id: string, countries: string[]][] = [],
): ShownOption {
  return {
    id,
    name: id,
    type: id === 'card' ? 'CARD' : 'WALLET',
    method: id,
    flow: id === 'card' ? 'card' : 'wallet',
    logoUrl: '',
    countries,
    fields: [],
    savedCards: [],
    wallets: [],
    hasApplePay: false,
    isSavedWithoutCvv: false,
    canSaveCard: false,
    isAtProvider: false,
    isMandateHere: false,
    suboptions: suboptions.map(([one, of]) => ({
      id: one,
      name: one,
      method: id,
      flow: 'wallet',
      logoUrl: '',
      countries: of,
    })),
  };
}

describe('submissions', () => {
  const ofMethod = (method: string): ShownOption => {
    const { fields } = optionsOf('PAYIN').find((option) => option.method === method)!;
    return { ...shown(method), fields };
  };
  const saved = {
    token: 'tok',
    brand: 'american-express',
    last4: '0005',
    expiryMonth: '01',
    expiryYear: '2030',
  };
  const place = (method: string, values: Values) => ({ method, values, now: NOW });

  it('the page sends the digits, month and year of a card', () => {
    const card = ofMethod('card');
    const values = { cardNumber: '4242 4242 4242 4242', expiry: '1/30', cardCvv: '123', cardHolder: ' Ada ' };
    const asked = askedFields(card, null);
    assert.deepEqual(
      asked.map(({ name }) => name),
      ['cardNumber', 'expiry', 'cardCvv', 'cardHolder'],
    );
    assert.deepEqual(faultsOf(asked, place('card', values)), {});
    assert.deepEqual(submissionOf(card, place('card', values), null), {
      paymentData: {
        cardNumber: '4242424242424242',
        expiryMonth: '01',
        expiryYear: '2030',
        cardCvv: '123',
        cardHolder: 'Ada',
      },
    });
  });

  it("the page sends the token of a saved card and a CVV of the brand's length", () => {
    const card = ofMethod('card');
    const asked = askedFields(card, saved);
    const typed = { cardCvv: '123', cardNumber: '4242' };
    assert.deepEqual(faultsOf(asked, place('card', withUsual(card, typed, saved))), {
      cardCvv: 'fault.cardCvv.4',
    });
    const values = withUsual(card, { ...typed, cardCvv: '1234' }, saved);
    assert.deepEqual(submissionOf(card, place('card', values), saved), {
      paymentData: { token: 'tok', cardCvv: '1234' },
    });
  });

  it('the page sends the document of a payer in Brazil apart from the fields of the method', () => {
    const pix = ofMethod('pix');
    const values = withUsual(pix, { 'customer.document.number': '529.982.247-25' }, null);
    assert.deepEqual(submissionOf(pix, place('pix', values), null), {
      paymentData: {},
      customer: { document: { type: 'CPF', number: '52998224725' } },
    });
  });

  it('the page asks for the network if there are several, and never chooses one itself', () => {
    const network = { name: 'network', required: true, values: ['tron', 'ethereum'] };
    const crypto = { ...shown('crypto'), fields: [network] };
    assert.deepEqual(withUsual(crypto, {}, null), {});
    assert.deepEqual(faultsOf(askedFields(crypto, null), place('crypto', {})), {
      network: 'missing.network',
    });
    const bitcoin = { ...crypto, fields: [{ ...network, values: ['bitcoin'] }] };
    assert.deepEqual(askedFields(bitcoin, null), []);
    const sent = submissionOf(bitcoin, place('crypto', withUsual(bitcoin, {}, null)), null);
    assert.deepEqual(sent.paymentData, { network: 'bitcoin' });
  });

  it("the page shows a fault from the gateway beside its field, in the page's own words", () => {
    const fields = askedFields(ofMethod('card'), null);
    const said = {
      expiryYear: 'the card has expired: use another card',
      cardNumber: 'is no number',
      other: 'x',
    };
    assert.deepEqual(ownFaults(said, fields, place('card', {})), {
      expiry: 'fault.expiry.past',
      cardNumber: 'fault.cardNumber',
    });
  });
});

describe('labels and messages of the fields', () => {
  const hasSentence = (words: string) => `fault.${words}` in WORDS || `missing.${words}` in WORDS;

  it('every field of every method has a name, and each fault says what to do', () => {
    for (const option of [...optionsOf('PAYIN'), ...optionsOf('PAYOUT')]) {
      for (const { name, values } of askedFields({ ...option, isSavedWithoutCvv: false }, null)) {
        const { words } = ruleOf(name, { method: option.method, values: {} });
        const label = `field.${values.length > 0 ? name : words}`;
        assert.ok(label in WORDS, `${option.method}: ${label}`);
        assert.ok(hasSentence(words), `${option.method}: ${words}`);
      }
    }
  });

  it('every method has a button text and a sentence about what happens next', () => {
    // For a card nothing happens next, and for a QR code the button says it: "Show the QR code".
    for (const option of optionsOf('PAYIN')) {
      for (const suboption of option.suboptions.length > 0 ? option.suboptions : [null]) {
        const { method, flow, type, fields } = option;
        const way = { ...shown(method), flow, type, fields };
        const chosen = suboption && { ...shown(suboption.method), flow: suboption.flow };
        assert.ok(`button.${stepOf('payin', way, chosen)}` in WORDS, method);
        const hasAbout = aboutKeys({ kind: 'payin', isOnce: true, isPaid: true }, way, chosen).some(
          (key) => key in WORDS,
        );
        assert.ok(hasAbout || ['card', 'qr'].includes((chosen ?? way).flow), method);
      }
    }
  });

  it('every kind of PIX key and of document has a name', () => {
    for (const kind of ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM']) {
      const values = { pixKeyType: kind, 'customer.document.type': kind };
      for (const name of ['pixKey', 'customer.document.number']) {
        assert.equal(ruleOf(name, { method: 'pix', values }).words, kind);
      }
      assert.ok(`field.${kind}` in WORDS && hasSentence(kind), kind);
    }
  });
});

describe('the methods offered', () => {
  const options = [
    shown('card', null),
    shown(
      'banks',
      ['DE', 'FR'],
      [
        ['hansetal', ['DE']],
        ['mirabelle', ['FR']],
      ],
    ),
    shown('transfer', ['DE', 'IT']),
  ];
  const ids = (country: string | null, lastUsed: string | null = null) =>
    arranged({ options, locked: false, selected: null }, country, lastUsed).map(({ id }) => id);

  it('the page leaves out methods that do not serve the country, and keeps the order of the others', () => {
    assert.deepEqual(ids(null), ['card', 'banks', 'transfer']);
    assert.deepEqual(ids('FR'), ['card', 'banks']);
    assert.deepEqual(
      arranged({ options, locked: false, selected: null }, 'FR', null)[1]!.suboptions.map(({ id }) => id),
      ['mirabelle'],
    );
  });

  it('the method used last comes first', () => {
    assert.deepEqual(ids('DE', 'transfer'), ['transfer', 'card', 'banks']);
    assert.deepEqual(ids('DE', 'gone'), ['card', 'banks', 'transfer']);
  });

  it("the shopper's saved cards come first, whatever was used last and wherever the brand has put the card", () => {
    const [card, banks, transfer] = options as [ShownOption, ShownOption, ShownOption];
    const savedCards = [
      { token: 'tok-1', brand: 'visa', last4: '4242', expiryMonth: '12', expiryYear: '2030' },
    ];
    const all = [banks, transfer, { ...card, savedCards }];
    const offer = { options: all, locked: false, selected: null };
    assert.equal(firstFor(offer, 'transfer'), 'card');
    assert.deepEqual(
      arranged(offer, 'DE', 'card').map(({ id }) => id),
      ['card', 'banks', 'transfer'],
    );
  });

  it('the card is second if another method was used last', () => {
    const [card, banks, transfer] = options as [ShownOption, ShownOption, ShownOption];
    const order = (all: ShownOption[], lastUsed: string) =>
      arranged({ options: all, locked: false, selected: null }, 'DE', lastUsed).map(({ id }) => id);
    assert.deepEqual(order([banks, card, transfer], 'transfer'), ['transfer', 'card', 'banks']);
    assert.deepEqual(order([banks, card, transfer], 'card'), ['card', 'banks', 'transfer']);
    // The brand has put it last, so it stays last.
    assert.deepEqual(order([banks, transfer, card], 'transfer'), ['transfer', 'banks', 'card']);
  });

  it('the first method is open, unless it needs a second choice', () => {
    const [card, banks, transfer] = options as [ShownOption, ShownOption, ShownOption];
    assert.equal(openedFirst([card, banks]), card);
    assert.equal(openedFirst([banks, card]), null);
    assert.equal(openedFirst([banks]), banks, 'there is no list');
    assert.equal(openedFirst([{ ...banks, suboptions: banks.suboptions.slice(1) }, card])?.id, 'banks');
    assert.equal(openedFirst([transfer, banks]), transfer);
    assert.equal(openedFirst([]), null);
  });

  it('the page preselects the QR code for UPI, and never a bank or a wallet', () => {
    const ofMethod = (method: string): ShownOption => {
      const { suboptions } = optionsOf('PAYIN').find((option) => option.method === method)!;
      return {
        ...shown(method),
        suboptions: suboptions.map((one) => ({ ...one, logoUrl: '', countries: null })),
      };
    };
    const upi = ofMethod('upi');
    assert.equal(usualSuboption(upi)?.method, 'upi-qr');
    assert.equal(openedFirst([upi, ofMethod('open-banking')]), upi);
    assert.equal(usualSuboption(ofMethod('open-banking')), null);
    assert.equal(usualSuboption(ofMethod('wallet')), null);
  });

  it('the page asks for the country only if it is open and changes the methods', () => {
    const open = { country: { code: null, fixed: false }, locked: false, selected: null };
    assert.deepEqual(countriesToAsk({ ...open, options }), ['DE', 'FR', 'IT']);
    assert.deepEqual(countriesToAsk({ ...open, country: { code: 'DE', fixed: true }, options }), []);
    assert.deepEqual(countriesToAsk({ ...open, options: [shown('card', null), shown('upi', ['IN'])] }), []);
  });

  it("the page guesses the country from the browser's language", () => {
    assert.equal(guessedCountry(['en-US', 'de-DE'], ['DE', 'FR']), 'DE');
    assert.equal(guessedCountry(['zh-Hant-TW'], ['TW']), 'TW');
    assert.equal(guessedCountry(['en', 'en-US'], ['DE']), null);
  });

  it('the chosen bank decides the country if the bank serves only one', () => {
    const [, banks] = options;
    assert.equal(countryOf(banks!, banks!.suboptions[0]!, null), 'DE');
    assert.equal(countryOf(banks!, null, null), null);
    assert.equal(countryOf(shown('upi', ['IN']), null, null), 'IN');
    assert.equal(countryOf(options[0]!, null, 'AT'), 'AT');
  });
});
