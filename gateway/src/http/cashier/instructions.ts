// What the shopper does next with a method that showed them something: a page elsewhere, a form, a QR code, transfer
// details, a voucher (contract 6). For the cashier's page; markup only. The fields come from a provider: each is escaped,
// and an address becomes a link only where it is one.
import { findOption } from '../../domain/payment-option.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { type Html, html } from '../html.ts';
import { providerFormOf } from '../provider-form.ts';

type Fields = Readonly<Record<string, unknown>>;

/** null where the result asks nothing of the shopper. */
export function instructions(transaction: Transaction, brandName: string): Html | null {
  const fields = transaction.result ?? {};
  const until = untilText(transaction.expiresAt);
  switch (transaction.resultType) {
    case 'redirect':
      return elsewhere(fields, until);
    case 'form':
      return form(transaction, until);
    case 'qrcode':
      return qrCode(fields, until);
    case 'info':
    case 'receipt':
    case 'mobile':
      return transfer(transaction, until, brandName);
    case 'barcode':
      return html`<h1>Pay with this voucher</h1>
        <p>Show the number at the counter, or type it in your banking app. ${until}</p>
        ${facts([['Number', code(text(fields.barcodeData))]])}`;
    case 'fawry':
      return html`<h1>Pay at a Fawry point</h1>
        <p>Say the reference number at the counter, or type it in the Fawry app. ${until}</p>
        ${facts([['Reference number', code(text(fields.referenceNumber))]])}`;
    default:
      return null;
  }
}

function elsewhere({ redirectUrl }: Fields, until: string): Html | null {
  const address = webAddress(redirectUrl);
  if (address === null) return null;
  return html`<h1>Confirm your payment</h1>
    <p>Your bank or wallet asks for your approval. ${until}</p>
    <a class="button primary" href="${address}">Continue</a>`;
}

function form(transaction: Transaction, until: string): Html | null {
  const read = providerFormOf(transaction);
  if (!read) return null;
  const inputs = read.fields.map(({ name, label, value, hidden, required }) =>
    hidden
      ? html`<input type="hidden" name="${name}" value="${value}">`
      : html`<label>${label}<input name="${name}" value="${value}"${required && html` required`}></label>`,
  );
  return html`<h1>Confirm your payment</h1>
    <p>On the next page you read what you agree to and decide. ${until}</p>
    <form method="${read.method === 'GET' ? 'get' : 'post'}" action="${read.url}">
      ${all(inputs)}
      <button class="primary">Continue</button>
    </form>`;
}

function qrCode({ base64QRCode, qrCodeString }: Fields, until: string): Html | null {
  const image = text(base64QRCode)?.replace(/^data:image\/png;base64,/, '') ?? '';
  const content = text(qrCodeString);
  return html`<h1>Scan to pay</h1>
    <p>Open your payment app and scan the code. ${until}</p>
    ${/^[A-Za-z0-9+/]+={0,2}$/.test(image) && html`<img class="qr" src="data:image/png;base64,${image}" alt="QR code of this payment">`}
    ${content !== null && APP_LINK.test(content) && html`<a class="button primary" href="${content}">Open the app on this phone</a>`}
    ${content !== null && html`<p>Or copy the code:</p><p class="code">${content}</p>`}`;
}

/** Schemes that payment apps answer to; nothing a browser would run. */
const APP_LINK = /^(?:upi|bitcoin|ethereum|tron):/;

function transfer(transaction: Transaction, until: string, brandName: string): Html {
  const fields: Fields = transaction.result ?? {};
  const { paymentDetails, paymentLocations, sendTo, bankName } = fields;
  const details = isObject(paymentDetails) ? paymentDetails : {};
  const rows = DETAILS.map(([name, label]): Fact => [label, text(details[name])]);
  const places = Array.isArray(paymentLocations) ? paymentLocations.filter(isObject) : [];
  const proof = proofOf(transaction);
  return html`<h1>${places.length > 0 ? 'Pay in cash' : 'Send the money'}</h1>
    <p>Use exactly these details, so that ${brandName} can find your payment. ${until}</p>
    ${facts([['With', text(bankName)], ['Send to', text(sendTo)], ...rows])}
    ${places.length > 0 && html`<h2>Where to pay</h2><ul>${all(places.map(place))}</ul>`}
    ${proof !== null && html`<p>Afterwards give ${brandName} ${proof}.</p>`}`;
}

/** What the shop has to hear before the payment can be found; null: nothing. */
function proofOf({ resultType, result, optionId }: Transaction): string | null {
  const confirmBy = result?.confirmBy;
  if (typeof confirmBy === 'string') return PROOFS[confirmBy] ?? 'the reference of your payment';
  if (resultType !== 'receipt') return null;
  const isUpi = optionId !== null && findOption(optionId)?.option.type === 'UPI';
  return isUpi ? PROOFS.UTR! : 'the receipt of your transfer, as a picture or PDF';
}

/** Of contract 6. Amount and currency stand at the top of the page already. */
const DETAILS: readonly [string, string][] = [
  ['beneficiary', 'Beneficiary'],
  ['accountNumber', 'Account number'],
  ['iban', 'IBAN'],
  ['bic', 'BIC'],
  ['bankCode', 'Bank code'],
  ['branchCode', 'Branch code'],
  ['reference', 'Reference'],
];

const PROOFS: Readonly<Record<string, string>> = {
  UTR: 'the UTR, the 12 digits by which your bank knows the payment',
  SENDER_PHONE: 'the phone number you paid from',
  TRANSACTION_ID: 'the transaction number of your receipt',
};

function place({ name, address, city, mapUrl }: Fields): Html {
  const map = webAddress(mapUrl);
  const where = [text(name), text(address), text(city)].filter((part) => part !== null).join(', ');
  return html`<li>${where}${map !== null && html` <a href="${map}">Map</a>`}</li>`;
}

type Fact = [label: string, value: Html | string | null];

function facts(rows: Fact[]): Html {
  const lines = rows
    .filter(([, value]) => value !== null)
    .map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`);
  return html`<dl>${all(lines)}</dl>`;
}

function code(value: string | null): Html | null {
  return value === null ? null : html`<span class="code">${value}</span>`;
}

const all = (parts: Html[]): Html => parts.reduce((before, part) => html`${before}${part}`, html``);

function text(value: unknown): string | null {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null;
}

function webAddress(value: unknown): string | null {
  return typeof value === 'string' && /^https?:\/\//.test(value) ? value : null;
}

function untilText(at: Date | null): string {
  if (at === null) return '';
  const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(at);
  return `It stays open until ${day}, ${at.toISOString().slice(11, 16)} UTC.`;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
