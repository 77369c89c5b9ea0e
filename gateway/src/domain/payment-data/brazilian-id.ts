// Brazil's taxpayer numbers: CPF of a person, CNPJ of a company, each with two check digits. They serve as PIX keys and
// as the payer's document (contract 7). The normal form has no punctuation. Since July 2026 the first twelve characters
// of a CNPJ may be letters, too; their value is the character code less 48, as for digits.

/** The eleven digits, or null. */
export function cpfOf(value: string): string | null {
  const cpf = unpunctuated(value);
  if (!/^[0-9]{11}$/.test(cpf) || isOneDigitRepeated(cpf)) return null;
  const first = checkDigit(cpf.slice(0, 9), [10, 9, 8, 7, 6, 5, 4, 3, 2]);
  const second = checkDigit(cpf.slice(0, 10), [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  return cpf.endsWith(`${first}${second}`) ? cpf : null;
}

/** The fourteen characters, or null. */
export function cnpjOf(value: string): string | null {
  const cnpj = unpunctuated(value);
  if (!/^[0-9A-Za-z]{12}[0-9]{2}$/.test(cnpj) || isOneDigitRepeated(cnpj)) return null;
  const upper = cnpj.toUpperCase();
  const first = checkDigit(upper.slice(0, 12), [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  const second = checkDigit(upper.slice(0, 13), [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  return upper.endsWith(`${first}${second}`) ? upper : null;
}

/** People print them as 529.982.247-25 and 11.222.333/0001-81. */
const unpunctuated = (value: string) => value.replaceAll(/[\s./-]/g, '');

/** 111.111.111-11 passes the arithmetic and belongs to nobody. */
const isOneDigitRepeated = (text: string) => /^(.)\1*$/.test(text);

function checkDigit(text: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, i) => total + weight * (text.charCodeAt(i) - 48), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
