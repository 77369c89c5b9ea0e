// Numbers of accounts and taxpayers with check digits: IBAN, CPF, CNPJ. The rules must be those of the gateway
// (domain/payment-data), which checks again; a unit test compares the two. Pure.

/** Countries of SEPA and the length of their IBANs. */
const LENGTHS =
  'AD24AL28AT20BE16BG22CH21CY28CZ24DE22DK18EE20ES24FI18FR27GB22GI23GR27HR21HU28IE22IS26IT27LI21LT20LU20LV21MC27MD24ME22MK19MT31NL18NO15PL28PT25RO24RS22SE24SI19SK24SM27VA22';

export type IbanFault = 'length' | 'country' | 'check';

/** `value` has only capitals and digits. null: nothing is wrong. */
export function ibanFault(iban: string): IbanFault | null {
  const at = LENGTHS.indexOf(iban.slice(0, 2));
  if (!/^[A-Z]{2}/.test(iban) || at % 4 !== 0) return 'country';
  if (iban.length !== Number(LENGTHS.slice(at + 2, at + 4))) return 'length';
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1 ? null : 'check';
}

/** The number of a person: eleven digits; the last two are check digits. */
export const isCpf = (cpf: string) => /^\d{11}$/.test(cpf) && checks(cpf, 9, 11);

/** The number of a company: fourteen characters; the first twelve may be letters. */
export const isCnpj = (cnpj: string) => /^[0-9A-Z]{12}\d\d$/.test(cnpj) && checks(cnpj, 12, 9);

/** Weights increase from 2 at the right end, and start again after `top`. */
function checks(text: string, length: number, top: number): boolean {
  if (/^(.)\1*$/.test(text)) return false;
  for (const end of [length, length + 1]) {
    let sum = 0;
    for (let i = 0; i < end; i++) {
      sum += (text.charCodeAt(i) - 48) * (2 + ((end - 1 - i) % (top - 1)));
    }
    const rest = sum % 11;
    if (Number(text[end]) !== (rest < 2 ? 0 : 11 - rest)) return false;
  }
  return true;
}
