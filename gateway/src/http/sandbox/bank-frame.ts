// The frame of the simulated bank's pages, and the pages without a question: answered, expired, unknown. They are words
// and markup only, must work without JavaScript, and load nothing from another address (contract 11).
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { type Html, html } from '../pages/html.ts';
import { amountText, type NoticeKind, notice, returnButton } from '../pages/page-parts.ts';
import { type Simulator, testStrip } from './test-strip.ts';

/** The bank that the page imitates. */
export interface BankIdentity {
  name: string;
  /** Path below assets/. */
  logo: string;
  /** Small text at the other end: the kind of page. */
  kind: string;
}

export const TEST_BANK: BankIdentity = { name: 'Test Bank', logo: 'sandbox/bank.svg', kind: '3-D Secure' };
/** For an unknown address. */
export const UNKNOWN_BANK: BankIdentity = { ...TEST_BANK, kind: '' };

export function unavailablePage(face = UNKNOWN_BANK): Html {
  const sentence =
    'Load this page again in a moment. If you have answered already, your answer still counts.';
  return closing(face, { mood: 'wait', title: 'Not available now', sentence, link: null });
}

/** The shopper answered the question before; `transaction` tells the result. */
export function answeredPage(transaction: Transaction, brandName: string, face = TEST_BANK): Html {
  const amount = amountText(transaction);
  const back = returnButton(transaction, brandName);
  switch (transaction.status) {
    case 'COMPLETED':
      return closing(face, {
        mood: 'done',
        title: 'Payment confirmed',
        sentence: `${amount} went to ${brandName}.`,
        link: back,
      });
    case 'DECLINED':
    case 'ERROR': {
      const sentence = `${amount} did not go to ${brandName}. You can pay in another way there.`;
      return closing(face, { mood: 'stop', title: 'Payment not made', sentence, link: back });
    }
    default: {
      const sentence = `We will tell ${brandName} as soon as your payment is done. You can close this page.`;
      return closing(face, { mood: 'wait', title: 'Your payment is on its way', sentence, link: back });
    }
  }
}

export function expiredPage(transaction: Transaction, brandName: string, face = TEST_BANK): Html {
  const sentence = `${face.name} waited 15 minutes for your answer. Nothing was charged. Go back to ${brandName} to pay again.`;
  return closing(face, {
    mood: 'wait',
    title: 'Time ran out',
    sentence,
    link: returnButton(transaction, brandName),
  });
}

export function unknownPage(face = TEST_BANK): Html {
  const sentence = 'The address may be incomplete. Go back to the shop and open the link from there.';
  return closing(face, { mood: 'stop', title: 'There is no payment here', sentence, link: null });
}

export function unclearPage(face = TEST_BANK): Html {
  const sentence = 'Go back and choose Approve, Decline or Cancel.';
  return closing(face, { mood: 'stop', title: 'This answer is not possible', sentence, link: null });
}

interface Message {
  mood: NoticeKind;
  title: string;
  sentence: string;
  /** Where the shopper continues. */
  link: Html | null;
}

function closing(face: BankIdentity, { mood, title, sentence, link }: Message): Html {
  return frame(face, title, null, html`${notice(mood, title, sentence)}${link}`);
}

/** `simulator`: for a page with a question. */
export function frame(face: BankIdentity, title: string, simulator: Simulator | null, main: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="robots" content="noindex">
  <title>${title} · ${face.name}</title>
  <link rel="icon" type="image/svg+xml" href="../../assets/sandbox/bank.svg">
  <link rel="stylesheet" href="../../assets/sandbox/bank.css">
</head>
<body>
  ${testStrip(simulator)}
  <main>
    <header><img src="../../assets/${face.logo}" alt="" height="28"><span>${face.name}</span>${face.kind !== '' && html`<span class="scheme">${face.kind}</span>`}</header>
    ${main}
  </main>
  <footer>Simulated, part of the Tollgate sandbox</footer>
</body>
</html>
`;
}
