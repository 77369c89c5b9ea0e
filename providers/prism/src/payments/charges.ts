// A charge from its first call to its end. It is sent once: what is kept of it says whether it was, and then the
// connector is asked. No call ends as a failure after the request may have arrived.
import {
  type Call,
  type ChargeState,
  capabilityFor,
  chargeReference,
  type Instrument,
  type Outcome,
  type PayinCall,
  type ReturnParameters,
  type Transaction,
} from '@tollgate/provider-kit';
import type { Connection } from '../connection.ts';
import type { Exchange } from '../exchange.ts';
import type { OrderAnswer, PaymentAnswer } from '../messages/answers.ts';
import {
  authorizeMessage,
  getMessage,
  laterChargeMessage,
  type MessageParts,
  meansOf,
  orderMessage,
} from '../messages/charge-messages.ts';
import {
  endIn,
  forgetCompleting,
  hasCaptures,
  idsIn,
  isCompleting,
  keepAnswer,
  keepCompleting,
  keepFeatureData,
  mayBeUnderWay,
  sentState,
  shownIn,
} from './charge-state.ts';
import { chargeOf, isReference, NOT_TAKEN, outcomeOf, outcomeOfFailure, UNKNOWN } from './outcomes.ts';

export async function takePayin(
  at: Connection,
  transaction: Transaction,
  instrument: Instrument,
  call: PayinCall,
): Promise<Outcome> {
  const { country, currency, details, amountMinor } = transaction;
  const method = instrument.kind === 'card' ? 'card' : instrument.method;
  const use = { direction: 'PAYIN', method, country, currency, details, amountMinor } as const;
  const isServed =
    capabilityFor(at.capabilities, use) !== undefined && at.parts.methodOf(transaction) === method;
  if (amountMinor <= 0n || !isServed) return NOT_TAKEN;
  const isLater = instrument.kind === 'mandate';
  const means = meansOf(instrument, transaction);
  if (isLater ? !instrument.stored || !at.has('charge') : means === null) return NOT_TAKEN;

  const former = await call.state();
  if (former !== null) return await askAgain(at, transaction, former, call);
  const { signal } = call;
  const token = await at.token(signal);
  if (token === 'none') return NOT_TAKEN;
  const parts: MessageParts = {
    transaction,
    means: means ?? {},
    returnUrl: call.returnUrl(),
    notificationUrl: at.parts.notificationUrl,
    asksThreeDs: asksThreeDs(at, transaction, instrument),
    order: null,
    token,
  };
  await call.keep(sentState());
  if (at.connector.steps.includes('order')) {
    const message = orderMessage(parts);
    const made = await at.call<OrderAnswer>({
      flow: 'create_order',
      message,
      signal,
      idempotencyKey: `${chargeReference(transaction)}-order`,
    });
    if (made.kind !== 'answered' || !made.message.connectorOrderId) {
      // An order alone moves no money.
      await keepAnswer(call, null, NOT_TAKEN);
      return NOT_TAKEN;
    }
    parts.order = made.message.connectorOrderId;
  }
  const exchanged = await at.call<PaymentAnswer>({
    ...(isLater
      ? {
          flow: 'charge',
          message: laterChargeMessage(transaction, instrument.stored!.id, {
            token,
            returnUrl: parts.returnUrl,
          }),
        }
      : { flow: 'authorize', message: authorizeMessage(parts) }),
    signal,
    idempotencyKey: chargeReference(transaction),
  });
  const reading = { connector: at.connector, parts: at.parts, transaction, isInquiry: false, knownId: null };
  const said = outcomeOf(exchanged, reading);
  const outcome = isLater ? withoutStep(said) : said;
  // The id of another charge must never be kept: captures and voids name it.
  const isOurs = exchanged.kind === 'answered' && isAboutCharge(outcome, transaction);
  await keepAnswer(call, isOurs ? exchanged.message : null, outcome);
  return outcome;
}

function isAboutCharge(outcome: Outcome, transaction: Transaction): boolean {
  const of = 'of' in outcome ? outcome.of : undefined;
  if (of === undefined) return true;
  const { reference, amountMinor, currency } = chargeOf(transaction);
  return of.reference === reference && of.amountMinor === amountMinor && of.currency === currency;
}

/** The payer is absent, so nobody can take a further step. */
function withoutStep(outcome: Outcome): Outcome {
  return outcome.kind === 'redirect' || outcome.kind === 'instructions' ? UNKNOWN : outcome;
}

/** A page of the bank needs a shopper with a browser. */
function asksThreeDs({ facts }: Connection, { details }: Transaction, instrument: Instrument): boolean {
  return facts.hasThreeDs === true && instrument.kind === 'card' && details.browser !== undefined;
}

/** The same charge is sent again: the connector is asked what became of the first call. */
async function askAgain(
  at: Connection,
  transaction: Transaction,
  former: ChargeState,
  call: Call,
): Promise<Outcome> {
  const answer = await inquire(at, transaction, call);
  if (answer.kind === 'unheard') return UNKNOWN;
  const shown = shownIn(former);
  if (answer.kind !== 'waiting') return answer;
  if (shown !== null && shown.expiresAt > at.parts.now())
    return { ...shown, of: chargeOf(transaction) } as Outcome;
  return { kind: 'pending', askAgainAt: answer.askAgainAt!, ...referenceIn(former) };
}

const referenceIn = (state: ChargeState) => (isReference(state.id) ? { providerReference: state.id } : {});

/**
 * `unheard`: nothing was kept, so nothing was sent, once its call has certainly ended. Without the connector's id it
 * cannot be asked.
 */
export async function inquire(
  at: Connection,
  transaction: Transaction,
  call: Call,
): Promise<Outcome | { kind: 'unheard' }> {
  const kept = await call.state();
  if (kept === null) return mayBeUnderWay(transaction, at.parts.now()) ? UNKNOWN : { kind: 'unheard' };
  const end = endIn(kept);
  if (end !== null) return end;
  const exchanged = await ask(at, transaction, kept, call.signal);
  if (exchanged === null) return UNKNOWN;
  const reading = {
    connector: at.connector,
    parts: at.parts,
    transaction,
    isInquiry: true,
    knownId: kept.id ?? null,
  };
  const outcome = outcomeOf(exchanged, reading);
  if (exchanged.kind === 'answered' && isAboutCharge(outcome, transaction))
    await keepFeatureData(call, transaction, exchanged.message);
  // The money may be taken at this moment.
  if (outcome.kind === 'waiting' && isCompleting(kept, at.parts.now())) return UNKNOWN;
  // Nothing was shown, so there is no step of the payer to wait for.
  if (outcome.kind === 'waiting' && kept.shown === undefined)
    return { ...outcome, kind: 'pending', ...referenceIn(kept) };
  // What was captured of it is known by the captures.
  if (outcome.kind === 'completed' && hasCaptures(kept)) return { kind: 'waiting' };
  return outcome;
}

/** null: it cannot be asked. */
export async function ask(
  at: Connection,
  transaction: Transaction,
  kept: ChargeState,
  signal: AbortSignal,
): Promise<Exchange<PaymentAnswer> | null> {
  const ids = idsIn(kept);
  const token = ids && at.has('get') ? await at.token(signal) : 'none';
  if (ids === null || token === 'none') return null;
  const known = { ...ids, featureData: at.facts.featureData ?? ids.featureData };
  return await at.call<PaymentAnswer>({
    flow: 'get',
    message: getMessage(transaction, known, token),
    signal,
  });
}

/** The parameters of a return are never read: anybody can make them up. */
export async function resume(
  at: Connection,
  transaction: Transaction,
  _parameters: ReturnParameters,
  call: Call,
): Promise<Outcome> {
  const completed = at.facts.isCompletedHere ? await complete(at, transaction, call) : null;
  const answer = completed ?? (await inquire(at, transaction, call));
  return answer.kind === 'unheard' || answer.kind === 'unknown' ? { kind: 'waiting' } : answer;
}

/** The payer has agreed on the connector's page, and this call takes the money. null: it is asked instead. */
async function complete(at: Connection, transaction: Transaction, call: Call): Promise<Outcome | null> {
  const kept = await call.state();
  const ids = idsIn(kept);
  const means = meansOf(
    { kind: 'method', method: at.parts.methodOf(transaction) ?? '', data: {} },
    transaction,
  );
  const token = ids === null ? 'none' : await at.token(call.signal);
  if (kept === null || ids === null || means === null || token === 'none') return null;
  const completingAt = await keepCompleting(call, at.parts.now());
  const parts = { transaction, means, returnUrl: '', notificationUrl: undefined, asksThreeDs: false, token };
  const exchanged = await at.call<PaymentAnswer>({
    flow: 'authorize',
    message: authorizeMessage({ ...parts, order: ids.id }),
    signal: call.signal,
    idempotencyKey: `${chargeReference(transaction)}-complete`,
  });
  const reading = { connector: at.connector, parts: at.parts, transaction, isInquiry: true, knownId: ids.id };
  if (exchanged.kind !== 'answered') {
    // Such as: the payer has not agreed yet, or a former return has completed it.
    const outcome = outcomeOfFailure(exchanged, { ...reading, isInquiry: false });
    if (outcome.kind === 'failed') await forgetCompleting(call, completingAt);
    return outcome.kind === 'declined' ? outcome : null;
  }
  const outcome = outcomeOf(exchanged, reading);
  if (isAboutCharge(outcome, transaction)) await keepFeatureData(call, transaction, exchanged.message);
  return outcome;
}
