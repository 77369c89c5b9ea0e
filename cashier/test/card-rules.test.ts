// The rules of the cashier's fields, without a browser: the messages while typing, and that page and gateway agree on a
// number. The page must never refuse a number that the gateway accepts.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cnpjOf, cpfOf } from '../../gateway/src/domain/payment-data/brazilian-id.ts';
import { checkCardDetails } from '../../gateway/src/domain/payment-data/card.ts';
import { checkFormats } from '../../gateway/src/domain/payment-data/check-formats.ts';
import { ibanFault, isCnpj, isCpf } from '../src/choose/account-numbers.ts';
import { brandName, brandOf, passesLuhn } from '../src/choose/card-brands.ts';
import { expiryOf, ruleOf, type Values } from '../src/choose/field-rules.ts';
import { asciiDigits, printExpiry, retype } from '../src/choose/retype.ts';

const NOW = new Date('2026-11-22T12:00:00Z');

/** The end of the fault's key, or null if the page accepts the value. */
function faultOf(name: string, text: string, values: Values = {}, method = 'card'): string | null {
  const rule = ruleOf(name, { method, values });
  return rule.fault(rule.read(text), { method, values, now: NOW });
}

describe('card brands', () => {
  const CARDS = {
    '4242424242424242': 'visa',
    '5555555555554444': 'mastercard',
    '2223003122003222': 'mastercard',
    '378282246310005': 'american-express',
    '6011111111111117': 'discover',
    '30569309025904': 'diners-club',
    '3530111333300000': 'jcb',
    '6205500000000000004': 'unionpay',
    '6759649826438453': 'maestro',
    '6362970000457013': 'elo',
    '6062826786276634': 'hipercard',
    '2200000000000004': 'mir',
    '9792000000000003': 'troy',
    '6074825972083818': 'rupay',
    '6527658900000007': 'rupay',
  };
  for (const [number, brand] of Object.entries(CARDS)) {
    it(`the page recognises ${number} as ${brand}`, () => {
      assert.equal(brandOf(number).name, brand);
      assert.ok(passesLuhn(number));
    });
  }

  it('the page recognises a brand as soon as the first digits are unambiguous, and not before', () => {
    assert.equal(brandOf('4').name, 'visa');
    assert.equal(brandOf('37').name, 'american-express');
    assert.equal(brandOf('3').name, '');
    assert.equal(brandOf('6').name, '');
    assert.equal(brandOf('60').name, '');
    assert.equal(brandOf('607').name, 'rupay');
    assert.equal(brandName('rupay'), 'RuPay');
    assert.equal(brandOf('').name, '');
  });

  it('each brand has a display name', () => {
    assert.equal(brandName('visa'), 'Visa');
    assert.equal(brandName('american-express'), 'American Express');
    assert.equal(brandName('jcb'), 'JCB');
  });
});

describe('cards that the gateway accepts', () => {
  /** The only number of this length with this beginning, then zeros, then a correct last digit. */
  const numberOf = (start: string, length: number): string => {
    const body = start.padEnd(length - 1, '0');
    return [...'0123456789'].map((last) => body + last).find(passesLuhn)!;
  };
  const refused = (paymentData: Values, field: string): boolean => {
    const answer = checkCardDetails(paymentData, NOW);
    return Array.isArray(answer) && answer.some((fault) => fault.field === `paymentData.${field}`);
  };

  it('the page accepts every card that the gateway accepts', () => {
    let taken = 0;
    for (let start = 1000; start < 10_000; start += 7) {
      for (let length = 12; length <= 19; length++) {
        const cardNumber = numberOf(String(start), length);
        if (refused({ cardNumber }, 'cardNumber')) continue;
        taken++;
        assert.equal(faultOf('cardNumber', cardNumber), null, cardNumber);
        const cardCvv = refused({ cardNumber, cardCvv: '123' }, 'cardCvv') ? '1234' : '123';
        assert.equal(faultOf('cardCvv', cardCvv, { cardNumber }), null, `${cardNumber} ${cardCvv}`);
      }
    }
    assert.ok(taken > 1000, `${taken} were taken`);
  });

  it('a card is valid until its expiry month has ended in every time zone', () => {
    const at = (now: string) =>
      ruleOf('expiry', { method: 'card', values: {} }).fault('10 / 26', {
        method: 'card',
        values: {},
        now: new Date(now),
      });
    assert.equal(at('2026-11-01T11:59:00Z'), null);
    assert.equal(at('2026-11-01T12:01:00Z'), 'expiry.past');
  });
});

describe('faults of card numbers and CVVs', () => {
  it('the page reports a short card number as too short, and a complete one as wrong', () => {
    assert.equal(faultOf('cardNumber', '4242 4242'), 'cardNumber.short');
    assert.equal(faultOf('cardNumber', '4242 4242 4242 4243'), 'cardNumber');
    assert.equal(faultOf('cardNumber', '3782 822463 10005'), null);
  });

  it('a CVV needs three digits for Visa and four for American Express', () => {
    assert.equal(faultOf('cardCvv', '1234', { cardNumber: '4242 4242' }), 'cardCvv.3');
    assert.equal(faultOf('cardCvv', '123', { cardNumber: '3782' }), 'cardCvv.4');
    assert.equal(faultOf('cardCvv', '1234', { cardNumber: '' }), null);
  });
});

describe('grouping of a card number while it is typed', () => {
  const { mask } = ruleOf('cardNumber', { method: 'card', values: {} });
  const type = (text: string, before = '', deleting = false) => {
    const caret = text.indexOf('|');
    const typed = retype(mask!, {
      text: text.replace('|', ''),
      caret,
      before: before.replace('|', ''),
      deleting,
    });
    return `${typed.text.slice(0, typed.caret)}|${typed.text.slice(typed.caret)}`;
  };

  it('the field groups digits by fours, and those of American Express by four, six and five', () => {
    assert.equal(type('4242424242424242|'), '4242 4242 4242 4242|');
    assert.equal(type('378282246310005|'), '3782 822463 10005|');
  });

  it('the field accepts pasted text with other characters, and drops surplus digits', () => {
    assert.equal(type('4242-4242-4242-4242|'), '4242 4242 4242 4242|');
    assert.equal(type('4242 4242 4242 4242 4242 42|'), '4242 4242 4242 4242 424|');
    assert.equal(type('٤٢٤٢٤٢|'), '4242 42|');
  });

  it('the caret keeps its place when the shopper types in the middle', () => {
    assert.equal(type('42429| 4242'), '4242 9|424 2');
    assert.equal(type('4|242 4242'), '4|242 4242');
  });

  it('the caret keeps its place when the shopper deletes in the middle', () => {
    assert.equal(type('4242 4|42 4', '4242 44|42 4', true), '4242 4|424');
  });

  it('deleting a gap deletes the digit before it', () => {
    assert.equal(type('4242|5678', '4242 5678', true), '424|5 678');
  });

  it('the field reads digits of other scripts', () => {
    assert.equal(
      asciiDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ ०१२३४५६७८९ ０１２３４５６７８９'),
      Array(4).fill('0123456789').join(' '),
    );
  });
});

describe('the expiry date in one field', () => {
  const PRINTED: Record<string, string> = {
    '1': '1',
    '5': '05 / ',
    '1/': '01 / ',
    '12': '12 / ',
    '13': '01 / 3',
    '0': '0',
    '1230': '12 / 30',
    '12 / 20': '12 / 20',
    '12 / 203': '12 / 203',
    '12 / 2030': '12 / 30',
    '12/2030': '12 / 30',
    '122030': '12 / 30',
    '2030-12': '12 / 30',
    '5/31': '05 / 31',
    '1/2031': '01 / 31',
    '٠٥٣١': '05 / 31',
  };
  for (const [typed, printed] of Object.entries(PRINTED)) {
    it(`the field shows ${typed} as ${printed}`, () => assert.equal(printExpiry(typed), printed));
  }

  it('the field does not restore a deleted character', () => {
    assert.equal(printExpiry('12 / ', true), '12');
    assert.equal(printExpiry('1 / 30', true), '1 / 30');
  });

  it('the page sends the expiry date as month and year', () => {
    assert.deepEqual(expiryOf('5/31'), { month: '05', year: '2031' });
    assert.equal(expiryOf('12 / 3'), null);
    assert.equal(expiryOf('00 / 30'), null);
  });

  it('the page distinguishes a past month from an invalid one', () => {
    assert.equal(faultOf('expiry', '10/26'), 'expiry.past');
    assert.equal(faultOf('expiry', '11/26'), null);
    assert.equal(faultOf('expiry', '11/2'), 'expiry');
    assert.equal(faultOf('expiry', '12/76'), null);
    assert.equal(faultOf('expiry', '01/77'), 'expiry');
    assert.equal(faultOf('expiry', '11/99'), 'expiry');
  });
});

describe('accounts and taxpayers', () => {
  const gateway = (method: string, data: Values) => checkFormats(method, data, { currency: 'EUR', now: NOW });

  it('the page and the gateway accept and refuse the same values', () => {
    const CASES: [method: string, field: string, text: string, values?: Values][] = [
      ['sepa-direct-debit', 'iban', 'DE89 3704 0044 0532 0130 00'],
      ['sepa-direct-debit', 'iban', 'de89370400440532013000'],
      ['sepa-direct-debit', 'iban', 'DE89 3704 0044 0532 0130 01'],
      ['sepa-direct-debit', 'iban', 'DE89 3704 0044 0532 0130'],
      ['sepa-direct-debit', 'iban', 'NO93 8601 1117 947'],
      ['sepa-direct-debit', 'iban', 'MT84 MALT 0110 0001 2345 MTLC AST0 01S'],
      ['sepa-direct-debit', 'iban', 'AL47 2121 1009 0000 0002 3569 8741'],
      ['sepa-direct-debit', 'iban', 'TR33 0006 1005 1978 6457 8413 26'],
      ['sepa-transfer', 'bic', 'COBADEFFXXX'],
      ['sepa-transfer', 'bic', 'COBADEF'],
      ['sepa-transfer', 'accountHolder', 'Ada Lovelace'],
      ['indian-bank', 'accountNumber', '00123 4567 8901'],
      ['indian-bank', 'accountNumber', '12345678'],
      ['indian-bank', 'ifsc', 'hdfc0001234'],
      ['indian-bank', 'ifsc', 'HDFC1001234'],
      ['upi', 'vpa', 'asha.rao@okbank'],
      ['upi', 'vpa', 'asha@ok.bank'],
      ['m-pesa', 'phoneNumber', '+254712345678'],
      ['m-pesa', 'phoneNumber', '+254112345678'],
      ['m-pesa', 'phoneNumber', '0712 345678'],
      ['m-pesa', 'phoneNumber', '712345678'],
      ['m-pesa', 'phoneNumber', '+49 171 1234567'],
      ['m-pesa', 'phoneNumber', '12345'],
      ['pix', 'pixKey', '529.982.247-25', { pixKeyType: 'CPF' }],
      ['pix', 'pixKey', '529.982.247-26', { pixKeyType: 'CPF' }],
      ['pix', 'pixKey', '11.222.333/0001-81', { pixKeyType: 'CNPJ' }],
      ['pix', 'pixKey', '12.ABC.345/01DE-35', { pixKeyType: 'CNPJ' }],
      ['pix', 'pixKey', 'ana@exemplo.com.br', { pixKeyType: 'EMAIL' }],
      ['pix', 'pixKey', 'ana@exemplo', { pixKeyType: 'EMAIL' }],
      ['pix', 'pixKey', '(11) 98765-4321', { pixKeyType: 'PHONE' }],
      ['pix', 'pixKey', '+5511987654321', { pixKeyType: 'PHONE' }],
      ['pix', 'pixKey', '0197c2f4-5b7e-4a31-9d0c-3f6a2b8e4d15', { pixKeyType: 'RANDOM' }],
      ['pix', 'pixKey', '0197c2f4', { pixKeyType: 'RANDOM' }],
      ['crypto', 'address', '0x52908400098527886E0F7030069857D2E4169EE7', { network: 'ethereum' }],
      ['crypto', 'address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', { network: 'bitcoin' }],
      ['crypto', 'address', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', { network: 'bitcoin' }],
      ['crypto', 'address', '0x5290840009852788', { network: 'ethereum' }],
    ];
    for (const [method, field, text, values = {}] of CASES) {
      const sent = ruleOf(field, { method, values }).read(text);
      const refused = gateway(method, { ...values, [field]: sent }).faults[field] !== undefined;
      assert.equal(faultOf(field, text, values, method) !== null, refused, `${method} ${field} ${text}`);
    }
  });

  it('the page says whether an IBAN has a wrong length, country or check digit', () => {
    assert.equal(ibanFault('DE8937040044053201300'), 'length');
    assert.equal(ibanFault('TR330006100519786457841326'), 'country');
    assert.equal(ibanFault('DE89370400440532013001'), 'check');
  });

  it('the page and the gateway compute the same check digits', () => {
    for (let i = 0; i < 100; i++) {
      const cpf = `529982247${String(i).padStart(2, '0')}`;
      assert.equal(isCpf(cpf), cpfOf(cpf) !== null, cpf);
      const cnpj = `12ABC34501DE${String(i).padStart(2, '0')}`;
      assert.equal(isCnpj(cnpj), cnpjOf(cnpj) !== null, cnpj);
    }
    assert.equal(isCpf('11111111111'), false);
  });
});
