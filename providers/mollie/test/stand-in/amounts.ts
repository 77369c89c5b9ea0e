// Amounts in minor units and as Mollie's texts, for the stand-in's own books. It must not use the adapter's code, whose
// mistakes it should notice.
import { invalid } from './records.ts';

const DECIMALS: Readonly<Record<string, number>> = { EUR: 2, USD: 2, GBP: 2, PLN: 2, JPY: 0 };

export interface Money {
  currency: string;
  value: string;
}

export function minorOf(amount: unknown, field = 'amount'): bigint {
  const { currency, value } = (amount ?? {}) as Partial<Money>;
  const decimals = DECIMALS[String(currency)];
  if (decimals === undefined) throw invalid(`The currency ${currency} is not supported`, `${field}.currency`);
  const form = decimals === 0 ? /^\d+$/ : new RegExp(`^\\d+\\.\\d{${decimals}}$`);
  if (typeof value !== 'string' || !form.test(value))
    throw invalid(`The amount has the wrong number of decimals: ${value}`, `${field}.value`);
  return BigInt(value.replace('.', ''));
}

export function moneyOf(minor: bigint, currency: string): Money {
  const decimals = DECIMALS[currency] ?? 2;
  const sign = minor < 0n ? '-' : '';
  const text = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0');
  const value = decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
  return { currency, value: sign + value };
}
