// The cashier's pages as plain HTML: what is paid and to whom, what happens next, and the way back to the shop. Words and
// markup only; show-cashier.ts decides which page it is. It works without JavaScript, and nothing on it comes from
// another address (contract 11). The shopper never reads a code.
import { shopperText } from '../../domain/error-codes.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { type Html, html } from '../html.ts';
import { amountText, notice, wayBack } from '../page-parts.ts';
import { askedInWords } from './asked-in-words.ts';
import { instructions } from './instructions.ts';

export interface Shown {
  transaction: Transaction;
  brandName: string;
  /** The test environment: no money moves. */
  inTest: boolean;
}

/** `asked`: what the shopper was sent here for; null where nothing is asked of them. */
export function transactionPage(shown: Shown & { asked: string[] | null }): Html {
  const { transaction, brandName } = shown;
  const title = `${transaction.type === 'PAYIN' ? 'Payment to' : 'Payout from'} ${brandName}`;
  return layout(
    title,
    shown.inTest,
    html`<p class="what">${title}</p>
    <p class="amount">${amountText(transaction)}</p>
    ${task(shown)}`,
  );
}

function task({ transaction, brandName, asked }: Shown & { asked: string[] | null }): Html {
  const { status, errorCode, type } = transaction;
  const isPayin = type === 'PAYIN';
  const back = wayBack(transaction, brandName);
  if (asked !== null) return askedFor(transaction, brandName, asked);
  switch (status) {
    case 'COMPLETED':
      return isPayin
        ? html`${notice('done', 'Paid', `${brandName} has received your payment.`)}${back}`
        : html`${notice('done', 'Paid out', `${brandName} has sent you the money.`)}${back}`;
    case 'DECLINED':
    case 'ERROR': {
      const title = isPayin ? 'Not paid' : 'Not paid out';
      return html`${notice('stop', title, shopperText(errorCode ?? '9002', 'en'))}${back}`;
    }
    case 'PENDING': {
      const sentence = `${brandName} checks it before the money is sent. You can close this page.`;
      return html`${notice('wait', 'Your payout waits for its approval', sentence)}${back}`;
    }
    case 'INIT':
    case 'PROCESSING': {
      const shown = instructions(transaction, brandName);
      // Where there is something to do, the way back is not the first button.
      if (shown) return html`${shown}${wayBack(transaction, brandName, 'quiet')}`;
      const sentence =
        errorCode === '9001'
          ? shopperText('9001', 'en')
          : `This can take a minute. You can close this page, ${brandName} is told when it is through.`;
      const title = isPayin ? 'Your payment is on its way' : 'Your payout is on its way';
      return html`${notice('wait', title, sentence)}${back}`;
    }
  }
}

function askedFor(transaction: Transaction, brandName: string, asked: string[]): Html {
  const back = wayBack(transaction, brandName);
  const goBack = back ? `Go back to ${brandName}` : `Close this page, go back to ${brandName}`;
  const items = askedInWords(transaction, asked);
  const purpose = transaction.type === 'PAYIN' ? 'To pay' : 'To be paid out';
  if (items.length === 0) {
    return html`<h1>Nothing more is needed here</h1><p>${goBack} and start again from there.</p>${back}`;
  }
  const list = items.reduce((all, item) => html`${all}<li>${item}</li>`, html``);
  return html`<h1>Some details are missing</h1>
    <p>${purpose}, ${brandName} still needs:</p>
    <ul>${list}</ul>
    <p>${goBack} and give them there.</p>
    ${back}`;
}

export function expiredPage({ transaction, brandName, inTest }: Shown): Html {
  const isPayin = transaction.type === 'PAYIN';
  const nothing = isPayin ? 'Nothing was paid.' : 'Nothing was paid out.';
  const sentence = `This page was open for a limited time. ${nothing} Go back to ${brandName} to start again.`;
  return layout(
    'Time ran out',
    inTest,
    html`${notice('wait', 'Time ran out', sentence)}${wayBack(transaction, brandName)}`,
  );
}

export function unknownPage(): Html {
  const sentence =
    'The address may have been cut off on its way. Go back to the shop and open the link from there.';
  return layout('There is no payment here', false, notice('stop', 'There is no payment here', sentence));
}

export function throttledPage(): Html {
  const sentence =
    'Too many addresses without a payment were opened from your network. Wait a minute, then open the link from the shop again.';
  return layout('Wait a minute', false, notice('wait', 'Wait a minute', sentence));
}

function layout(title: string, inTest: boolean, main: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="robots" content="noindex">
  <title>${title}</title>
  <link rel="icon" type="image/svg+xml" href="../assets/cashier/cashier.svg">
  <link rel="stylesheet" href="../assets/cashier/cashier.css">
</head>
<body>
  ${inTest && html`<aside class="strip" aria-label="Test mode"><strong>Test mode</strong> – no money moves</aside>`}
  <main>
    ${main}
  </main>
  <footer>Secure payment by Tollgate</footer>
</body>
</html>
`;
}
