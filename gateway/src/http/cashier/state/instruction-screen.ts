// What the shopper does next after they began with a method (contract 6): go to a bank, send a form, scan, pay at a
// counter or by transfer, send a receipt, or wait. It must not trust stored data of a provider: only a valid address
// becomes a link, and text stays text. If it cannot show something, the screen says to wait.

import { mayLeave } from '../../../actions/cashier/leave-attempt.ts';
import type { Context } from '../../../actions/context.ts';
import { findKeptConfirmation } from '../../../actions/submission/submit-confirmation.ts';
import { BANK_ID } from '../../../domain/bank/bank-account.ts';
import { asksForConfirmation } from '../../../domain/confirmations/confirmation.ts';
import { findChoice, findOption, type PaymentOption } from '../../../domain/options/payment-option.ts';
import { isCardEnteredThere } from '../../../domain/transactions/card-entered-there.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { providerFormOf } from '../../schemas/provider-form.ts';
import { barCode, qrPicture } from './bar-codes.ts';
import type { Confirm, Screen, TransferScreen, WaitScreen } from './state.ts';

type Fields = Readonly<Record<string, unknown>>;

/** For a transaction that a provider has answered and that is still open. */
export async function instructionScreen(context: Context, transaction: Transaction): Promise<Screen> {
  // The shopper sent it, but the provider could not be asked yet. A new attempt asks again.
  if (await findKeptConfirmation(context, transaction)) return { name: 'wait', for: 'confirmed' };
  const leavable = { mayLeave: mayLeave(transaction, context.now()) };
  return shown(context, transaction, leavable) ?? { name: 'wait', for: waitsFor(transaction) };
}

/** After a confirmation the page asks for nothing more: the payment waits for its money. */
function waitsFor({ type, optionId, providerAccount }: Transaction): WaitScreen['for'] {
  const flow = findChoice(optionId)?.flow;
  // The sandbox has no working days.
  if (type === 'PAYIN' && flow === 'mandate' && providerAccount !== null) return 'debit';
  return type === 'PAYIN' && (flow === 'receipt' || flow === 'mobile') ? 'confirmed' : 'network';
}

/** null: there is nothing to show. */
function shown(context: Context, transaction: Transaction, leavable: { mayLeave: boolean }): Screen | null {
  const fields: Fields = transaction.result ?? {};
  const { method = '', name: methodName = '' } = findChoice(transaction.optionId) ?? {};
  switch (transaction.resultType) {
    case 'redirect':
      return elsewhere(context, transaction, fields, leavable);
    case 'form': {
      const form = providerFormOf(transaction);
      return form && { name: 'form', to: pageOf(transaction) ?? 'mandate', ...form, ...leavable };
    }
    case 'qrcode':
      return qrCode(fields, method, leavable);
    case 'barcode': {
      const number = text(fields.barcodeData);
      return number === null
        ? null
        : { name: 'voucher', method, number, barcode: barCode(method, number), ...leavable };
    }
    case 'fawry': {
      const referenceNumber = text(fields.referenceNumber);
      return referenceNumber === null ? null : { name: 'fawry', methodName, referenceNumber, ...leavable };
    }
    case 'info':
    case 'receipt':
    case 'mobile':
      return { ...transfer(transaction, fields), ...leavable };
    default:
      return null;
  }
}

function elsewhere(
  context: Context,
  transaction: Transaction,
  { redirectUrl }: Fields,
  leavable: { mayLeave: boolean },
): Screen | null {
  const url = webAddress(redirectUrl);
  if (url === null) return null;
  const { optionId, provider } = transaction;
  const found = optionId === null ? undefined : findOption(optionId);
  if (isCardEnteredThere(transaction)) {
    const { name = null } = context.providerKinds.find(({ id }) => id === provider) ?? {};
    return { name: 'go', to: 'card-entry', url, bankName: name, ...leavable };
  }
  const to = pageOf(transaction) ?? 'bank';
  const bankName = found?.suboption?.name ?? (found && isNamed(found.option) ? found.option.name : null);
  return { name: 'go', to, url, bankName, ...leavable };
}

/** null: the page belongs to neither a bank nor a wallet. */
function pageOf({ threeDs, optionId }: Transaction): 'card-check' | 'bank' | 'wallet' | null {
  const type = optionId === null ? undefined : findOption(optionId)?.option.type;
  if (threeDs?.status === 'PENDING' || type === 'CARD') return 'card-check';
  return type === 'WALLET' ? 'wallet' : type === 'OPEN_BANKING' ? 'bank' : null;
}

/** The option's name says who owns the page (iDEAL | Wero, PayPal), unless it has banks or wallets to choose from. */
const isNamed = ({ flow, suboptions }: PaymentOption) =>
  (flow === 'bank' || flow === 'wallet') && suboptions.length === 0;

/** Payment apps open these schemes, and no browser runs them. */
const APP_LINK = /^(?:upi|bitcoin|ethereum|tron):/;
/** The beginning of a PNG in base64. */
const PNG = /^(?:data:image\/png;base64,)?(iVBORw0KGgo[A-Za-z0-9+/]+={0,2})$/;

function qrCode(
  { base64QRCode, qrCodeString }: Fields,
  method: string,
  leavable: { mayLeave: boolean },
): Screen | null {
  const code = text(qrCodeString);
  const image = pictureOf({ base64QRCode, qrCodeString });
  if (image === null) return null;
  const appLink = code !== null && APP_LINK.test(code) ? code : null;
  return { name: 'qr', method, image, code: code ?? '', appLink, ...leavable };
}

function pictureOf({ base64QRCode, qrCodeString }: Fields): string | null {
  const code = text(qrCodeString);
  const [, png] = PNG.exec(text(base64QRCode) ?? '') ?? [];
  return png ? `data:image/png;base64,${png}` : code === null ? null : qrPicture(code);
}

function transfer(
  transaction: Transaction,
  { paymentDetails, paymentLocations, sendTo, bankName, ...code }: Fields,
): Omit<TransferScreen, 'mayLeave'> {
  const given: Fields = { ...(isObject(paymentDetails) && paymentDetails), sendTo };
  const { method = '', name: methodName = '', flow = 'transfer' } = findChoice(transaction.optionId) ?? {};
  const places = Array.isArray(paymentLocations) ? paymentLocations.filter(isObject) : [];
  return {
    name: 'transfer',
    method,
    methodName,
    flow,
    // For a brand's own bank account the gateway knows only the bank's code, not its name.
    bankName: transaction.provider === BANK_ID ? null : text(bankName),
    details: DETAILS.flatMap((name) => {
      const value = text(given[name]);
      return value === null ? [] : [{ name, value }];
    }),
    locations: places.flatMap(({ name, address, city, mapUrl }) => {
      const shownName = text(name);
      return shownName === null
        ? []
        : [
            {
              name: shownName,
              address: text(address) ?? '',
              city: text(city) ?? '',
              mapUrl: webAddress(mapUrl),
            },
          ];
    }),
    qrCode: pictureOf(code),
    confirm: confirmOf(transaction, method),
  };
}

/** From contract 6. Amount and currency are at the top of the page already. */
const DETAILS = [
  'sendTo',
  'beneficiary',
  'iban',
  'accountNumber',
  'bic',
  'bankCode',
  'branchCode',
  'reference',
] as const;

/** The same rules as domain/confirmations/confirmation.ts. */
function confirmOf(transaction: Transaction, method: string): Confirm | null {
  if (!asksForConfirmation(transaction)) return null;
  if (method === 'upi-transfer') return { by: 'utr' };
  if (method === 'p2p') return { by: 'document' };
  if (method === 'm-pesa') return { by: 'transaction-id' };
  return { by: CONFIRM_BY[String(transaction.result?.confirmBy)] ?? 'reference' };
}

const CONFIRM_BY: Readonly<Record<string, Confirm['by']>> = {
  UTR: 'utr',
  SENDER_PHONE: 'sender-phone',
  TRANSACTION_ID: 'transaction-id',
};

function text(value: unknown): string | null {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null;
}

function webAddress(value: unknown): string | null {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : null;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
