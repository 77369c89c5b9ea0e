// The details that a payer sees (contract 15): the account, the reference, and the QR code that banking apps scan
// (contract 6).
import { type AdapterParts, type Transaction, toWire } from '@tollgate/provider-kit';
import type { BankAccount, BankRules } from './bank-rules.ts';

export function transferInstructions(
  { bankCodeOf, referenceOf, codeOf }: BankRules,
  account: BankAccount,
  { id, amountMinor, currency }: Transaction,
  { expiresAt, qrCode }: Pick<AdapterParts, 'qrCode'> & { expiresAt: Date },
): Record<string, unknown> {
  const { iban, holder, bic } = account;
  const reference = referenceOf(id);
  const code = codeOf(account, amountMinor, reference);
  return {
    bankName: bic ?? bankCodeOf(iban),
    paymentDetails: {
      beneficiary: holder,
      iban,
      ...(bic !== null && { bic }),
      reference,
      amount: toWire(amountMinor, currency),
      currency,
      expiresAt: expiresAt.toISOString(),
    },
    ...(code !== null && qrCode(code)),
  };
}
