// The simulated bank's log-in, the wallet and the direct debit mandate (contract 7), and which of the bank's pages a
// visit gets. Words and markup only.
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { type Html, html } from '../pages/html.ts';
import { amountText } from '../pages/page-parts.ts';
import { type ProviderForm, providerFormOf } from '../schemas/provider-form.ts';
import { answeredPage, expiredPage, frame } from './bank-frame.ts';
import { hasExpired } from './find-challenge.ts';
import type { Visit, VisitKind } from './find-visit.ts';
import type { Simulator } from './test-strip.ts';

export function pageOfVisit(visit: Visit, now: Date): { status: number; page: Html } {
  const { transaction, brandName, face, kind } = visit;
  if (visit.open) return { status: 200, page: QUESTIONS[kind](visit) };
  const page = hasExpired(transaction, now)
    ? expiredPage(transaction, brandName, face)
    : answeredPage(transaction, brandName, face);
  return { status: 410, page };
}

const QUESTIONS: Readonly<Record<VisitKind, (visit: Visit) => Html>> = {
  bank: bankPage,
  wallet: walletPage,
  mandate: mandatePage,
};

function bankPage({ transaction, brandName, face }: Visit): Html {
  return frame(
    face,
    `Log in to pay ${brandName}`,
    simulatorOf(transaction, 'The bank sends the money.', 'The bank does not send the money.'),
    html`<h1>Log in to pay ${brandName}</h1>
      <p class="amount">${amountText(transaction)}</p>
      <form method="post">
        <label>User name<input value="test-customer" readonly autocomplete="off"></label>
        <label>Password<input value="••••••••" readonly autocomplete="off"></label>
        ${facts([
          ['To', brandName],
          ['From', html`Current account <span class="number">•••• 0042</span>`],
          ['Reference', transaction.merchantReference],
        ])}
        ${buttons('Log in and approve')}
      </form>`,
  );
}

function walletPage({ transaction, brandName, face }: Visit): Html {
  return frame(
    face,
    `Pay ${brandName} with ${face.name}`,
    simulatorOf(transaction, 'The wallet sends the money.', 'The wallet does not send the money.'),
    html`<h1>Pay ${brandName}</h1>
      <p class="amount">${amountText(transaction)}</p>
      <form method="post">
        ${facts([
          ['From', html`test-customer’s ${face.name}`],
          ['To', brandName],
          ['Reference', transaction.merchantReference],
        ])}
        ${buttons('Approve')}
      </form>`,
  );
}

/** The wording of the European Payments Council's core mandate, shortened to the text that a payer agrees to. */
function mandatePage({ transaction, brandName, face }: Visit): Html {
  const form = providerFormOf(transaction);
  const iban = fieldOf(form, 'iban');
  const mandate = fieldOf(form, 'mandateReference') ?? transaction.providerReference;
  const creditor = fieldOf(form, 'creditor') ?? brandName;
  const creditorIdentifier = fieldOf(form, 'creditorIdentifier');
  const holder = fieldOf(form, 'accountHolder');
  return frame(
    face,
    `Direct debit mandate for ${brandName}`,
    simulatorOf(
      transaction,
      'The mandate is signed, and your account is debited.',
      'The mandate is not signed.',
    ),
    html`<h1>SEPA direct debit mandate</h1>
      <p class="amount">${amountText(transaction)}</p>
      <form method="post">
        ${facts([
          ['For', brandName],
          ['Creditor', creditor],
          creditorIdentifier !== null && ['Creditor identifier', creditorIdentifier],
          mandate !== null && ['Mandate reference', mandate],
          iban !== null && ['Your account', html`<span class="number">${maskedIban(iban)}</span>`],
          holder !== null && ['Account holder', holder],
          ['Payment', 'One-off'],
          ['Reference', transaction.merchantReference],
        ])}
        <div class="terms">
          <p>By approving this mandate you authorise ${creditor} to send instructions to your bank to debit your account, and your bank to debit your account in accordance with the instructions from ${creditor}.</p>
          <p>You are entitled to a refund from your bank under the terms of your agreement with it. A refund must be claimed within 8 weeks from the date on which your account was debited.</p>
        </div>
        ${buttons('Approve mandate')}
      </form>`,
  );
}

type Fact = [label: string, value: Html | string];

function facts(rows: (Fact | false)[]): Html {
  const shown = rows.filter((row) => row !== false);
  const lines = shown.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`);
  return html`<dl>${lines.reduce((all, line) => html`${all}${line}`, html``)}</dl>`;
}

function buttons(approve: string): Html {
  return html`<button class="primary" name="decision" value="approve">${approve}</button>
        <button name="decision" value="decline">Decline</button>
        <button class="quiet" name="decision" value="cancel">Cancel</button>`;
}

function simulatorOf({ expiresAt }: Transaction, approve: string, declined: string): Simulator {
  return {
    approve: `${approve} The last two digits of the amount decide the result.`,
    decline: `${declined} The payment is declined with 3006.`,
    cancel: 'You leave without an answer. The payment is declined with 3001.',
    expiresAt,
  };
}

function fieldOf(form: ProviderForm | null, name: string): string | null {
  return form?.fields.find((field) => field.name === name)?.value || null;
}

/** Enough for the payer to recognise the account; a shorter number stays hidden. */
function maskedIban(iban: string): string {
  const plain = iban.replaceAll(/\s/g, '');
  return plain.length < 12 ? '••••' : `${plain.slice(0, 4)} •••• ${plain.slice(-4)}`;
}
