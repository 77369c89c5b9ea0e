// The simulated bank's 3-D Secure question (contract 7). Words and markup only.
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { type Html, html } from '../pages/html.ts';
import { amountText } from '../pages/page-parts.ts';
import { frame, TEST_BANK } from './bank-frame.ts';

export function challengePage(transaction: Transaction, brandName: string): Html {
  const { card } = transaction;
  return frame(
    TEST_BANK,
    `Confirm your payment to ${brandName}`,
    {
      approve: 'The bank has recognised you, and the card is charged. The test card decides the result.',
      decline: 'The bank could not recognise you. The payment is declined with 2101.',
      cancel: 'You leave without an answer. The payment is declined with 2103.',
      expiresAt: transaction.expiresAt,
    },
    html`<h1>Confirm your payment</h1>
      <p class="amount">${amountText(transaction)}</p>
      <dl>
        <div><dt>To</dt><dd>${brandName}</dd></div>
        ${card && html`<div><dt>Card</dt><dd>${cardName(card.brand)} <span class="number">•••• ${card.last4}</span></dd></div>`}
        <div><dt>Reference</dt><dd>${transaction.merchantReference}</dd></div>
      </dl>
      <form method="post">
        <button class="primary" name="decision" value="approve">Approve</button>
        <button name="decision" value="decline">Decline</button>
        <button class="quiet" name="decision" value="cancel">Cancel</button>
      </form>`,
  );
}

/** Card brands as people write them; the others keep one capital. */
const CARD_NAMES: Record<string, string> = {
  AMEX: 'American Express',
  DINERS: 'Diners Club',
  JCB: 'JCB',
  UNIONPAY: 'UnionPay',
  RUPAY: 'RuPay',
  UNKNOWN: 'Card',
};

function cardName(brand: string): string {
  return CARD_NAMES[brand] ?? brand.charAt(0) + brand.slice(1).toLowerCase();
}
