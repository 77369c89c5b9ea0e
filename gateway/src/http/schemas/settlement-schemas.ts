// Settlements and their lines in answers to operators and in the portal (contract 17).
import { type Static, Type } from 'typebox';
import type { TakenReport } from '../../actions/settlements/take-report.ts';
import { toWire } from '../../domain/money/money.ts';
import {
  LINE_KINDS,
  LINE_STATES,
  payoutOf,
  SETTLEMENT_STATES,
  type Settlement,
  type SettlementLine,
} from '../../domain/settlements/settlement.ts';
import { choice, orNull, textOrNull, timeOrNull, uuid } from './schema-fields.ts';

const sum = (description: string) => Type.Number({ description });

export const SettlementAnswer = Type.Object(
  {
    settlementId: uuid('Id of the settlement.'),
    provider: Type.String({ description: 'The provider that pays it out.' }),
    accountId: textOrNull("The brand's account at the provider; null: the sandbox, which needs none."),
    reference: Type.String({
      description: "The provider's own id of the payout: `po_…`, or a batch number.",
    }),
    currency: Type.String({ description: 'Its currency.' }),
    charges: sum('Sum of the charges. All sums are signed as they change what is paid out.'),
    refunds: sum('Sum of the refunds, and of refunds that failed later.'),
    disputes: sum('Sum of the disputes, and of those that were given back.'),
    fees: sum('Sum of all fees: below zero where the provider takes them.'),
    other: sum('Sum of the lines of other kinds.'),
    net: sum('What the provider pays out.'),
    paidAt: timeOrNull('When the provider pays it out; null: not yet.'),
    state: choice(
      SETTLEMENT_STATES,
      'open: its credit is not found at the bank. paid: it is. conflict: the payout failed, or is not the sum of its lines.',
    ),
    bankEntryId: textOrNull('The credit on the bank account of the brand; null: not found.'),
    lines: Type.Integer({ description: 'How many lines it has.' }),
  },
  {
    title: 'ProviderSettlement',
    description: 'What a provider pays out to the bank account of the merchant.',
  },
);

export function answerSettlement(settlement: Settlement): Static<typeof SettlementAnswer> {
  const { currency, paidAt } = settlement;
  const wire = (minor: bigint) => toWire(minor, currency);
  return {
    settlementId: settlement.id,
    provider: settlement.provider,
    accountId: settlement.accountId,
    reference: settlement.reference,
    currency,
    charges: wire(settlement.chargesMinor),
    refunds: wire(settlement.refundsMinor),
    disputes: wire(settlement.disputesMinor),
    fees: wire(settlement.feesMinor),
    other: wire(settlement.otherMinor),
    net: wire(payoutOf(settlement)),
    paidAt: paidAt?.toISOString() ?? null,
    state: settlement.state,
    bankEntryId: settlement.bankEntryId,
    lines: settlement.lines,
  };
}

export const LineAnswer = Type.Object(
  {
    lineId: uuid('Id of the line.'),
    kind: choice(LINE_KINDS, 'What it is about.'),
    providerReference: textOrNull("The provider's id of the payment, the refund or the dispute."),
    reference: textOrNull(
      'Our reference, as the provider gives it back: of the refund or the capture, else of the charge.',
    ),
    transactionId: textOrNull('The payment; null: none, or it is not known.'),
    refundId: textOrNull('The refund.'),
    disputeId: textOrNull('The dispute.'),
    gross: Type.Number({
      description: 'Signed as it changes the payout, in units of the currency. 0 for a fee alone.',
    }),
    fee: Type.Number({ description: 'Positive where the provider takes it.' }),
    net: Type.Number({ description: '`gross` less `fee`.' }),
    currency: Type.String({ description: 'The currency of the payout.' }),
    original: orNull(
      Type.Object(
        {
          amount: Type.Number({ description: 'In units of the original currency.' }),
          currency: Type.String({ description: 'The currency of the payment.' }),
          rate: textOrNull('The rate as the provider writes it.'),
        },
        { description: 'The amount before the provider converted it; null: it was not converted.' },
      ),
    ),
    occurredAt: timeOrNull('When it happened at the provider.'),
    state: choice(
      LINE_STATES,
      'matched. unmatched: no payment of ours; a person decides. conflict: it contradicts a payment; a person decides.',
    ),
    reason: textOrNull('Why it has this state; null: no reason is needed.'),
  },
  { title: 'ProviderSettlementLine', description: 'One line of a settlement.' },
);

export function answerLine(line: SettlementLine): Static<typeof LineAnswer> {
  const { currency, original, occurredAt } = line;
  const wire = (minor: bigint) => toWire(minor, currency);
  return {
    lineId: line.id,
    kind: line.kind,
    providerReference: line.providerReference,
    reference: line.modification ?? line.charge,
    transactionId: line.transactionId,
    refundId: line.refundId,
    disputeId: line.disputeId,
    gross: wire(line.grossMinor),
    fee: wire(line.feeMinor),
    net: wire(line.netMinor),
    currency,
    original: original && {
      amount: toWire(original.amountMinor, original.currency),
      currency: original.currency,
      rate: original.rate,
    },
    occurredAt: occurredAt?.toISOString() ?? null,
    state: line.state,
    reason: line.reason,
  };
}

export const ReportAnswered = Type.Object(
  {
    settlements: Type.Array(uuid('A settlement.'), {
      description: 'The settlements that the report is about.',
    }),
    lines: Type.Integer({ description: 'How many lines it has.' }),
    known: Type.Integer({ description: 'Lines that came before, in another file.' }),
    unmatched: Type.Integer({ description: 'New lines of no payment of ours; a person decides.' }),
    conflicts: Type.Integer({ description: 'New lines that contradict a payment; a person decides.' }),
  },
  { title: 'TakenSettlementReport', description: 'How the gateway handled a report about payouts.' },
);

export const answerReport = ({ answer }: TakenReport): Static<typeof ReportAnswered> => answer;
