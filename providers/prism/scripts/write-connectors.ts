// Writes src/connectors/connectors.json: every connector of the installed library, its credentials, and what the
// library makes requests for when it gets the messages that the adapter sends. It opens no connection. It needs the
// library:
//   PRISM_LIBRARY=<folder> node providers/prism/scripts/write-connectors.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instrument, Transaction } from '@tollgate/provider-kit';
import { newCapture, newPayin, newRefund } from '@tollgate/provider-kit/contract';
import type { Connector, ConnectorCredential } from '../src/connectors/connector.ts';
import {
  authorizeMessage,
  getMessage,
  laterChargeMessage,
  type MessageParts,
  meansOf,
  orderMessage,
} from '../src/messages/charge-messages.ts';
import {
  captureMessage,
  refundGetMessage,
  refundMessage,
  voidMessage,
} from '../src/messages/follow-up-messages.ts';
import { Library } from '../src/process/library.ts';

const folder = process.env.PRISM_LIBRARY ?? '';
const types = readFileSync(
  join(folder, 'node_modules/hyperswitch-prism/dist/src/payments/generated/proto.d.ts'),
  'utf8',
);
const library = new Library(folder);
const METHODS = 'card paypal klarna ideal bancontact blik sepa-direct-debit upi upi-qr pix boleto oxxo'.split(
  ' ',
);
/** Names that people know. The others are the library's word with a capital letter. */
const NAMES: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'names.json'), 'utf8'),
);
/** The library's source says so (should_do_order_create), and its requests do not show it. */
const ORDERED = ['airwallex', 'cashfree', 'payme', 'paytm', 'revolut'];
const URLS = /url$/i;
const ADDRESS = { street: 'Main Street', streetNumber: '1', zipCode: '10115', city: 'Berlin', state: 'BE' };
const TOKEN = { token: 'token', tokenType: 'Bearer', expiresInSeconds: '3600' };

function fieldsOf(name: string): { name: string; type: string }[] {
  const found = new RegExp(`interface ${name} \\{([\\s\\S]*?)\\n    \\}`).exec(types);
  return [...(found?.[1] ?? '').matchAll(/^\s+(\w+)\?: \((?:types\.)?(\w+)(?:\|null)?\);/gm)].map(
    ([, field, type]) => ({ name: field!, type: type! }),
  );
}

function payin(method: string): Transaction {
  const made = newPayin(method, { amountMinor: 1_234n, providerReference: 'pay_1' });
  const document = { type: 'CPF', number: '12345678909' };
  const customer = { ...made.details.customer!, phone: '+919999999999', document };
  return {
    ...made,
    details: { ...made.details, customer: { ...customer, address: { ...ADDRESS, country: made.country } } },
  };
}

function instrumentOf(method: string): Instrument {
  const details = { number: '4242424242424242', expiryMonth: '12', expiryYear: '2035' };
  if (method === 'card') return { kind: 'card', card: { details, holder: 'Ada Lovelace', cvv: '123' } };
  return { kind: 'method', method, data: { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' } };
}

function partsFor(method: string, order: string | null): MessageParts {
  const transaction = payin(method);
  const means = meansOf(instrumentOf(method), transaction)!;
  const at = 'https://shop.example/return';
  return { transaction, means, returnUrl: at, notificationUrl: at, asksThreeDs: false, order, token: TOKEN };
}

/** The library's word for the fault; null: it makes the request. */
function faultOf(connector: string, config: object, flow: string, message: object): string | null {
  try {
    // As the adapter's messages come to the library: without undefined values.
    const sent = JSON.parse(JSON.stringify(message)) as object;
    library.request(
      flow,
      { connector, environment: 'SANDBOX', config: config as Record<string, unknown> },
      sent,
    );
    return null;
  } catch (error) {
    return String((error as { errorCode?: string }).errorCode ?? (error as Error).message);
  }
}

/** The library refuses to decode this body, if it has a decoder. */
function hasEvents(connector: string, config: object): boolean {
  const account = { connector, environment: 'SANDBOX' as const, config: config as Record<string, unknown> };
  try {
    library.direct('parse_event', account, {
      requestDetails: { method: 'HTTP_METHOD_POST', headers: {}, body: '{}' },
    });
    return true;
  } catch (error) {
    return (error as { errorCode?: string }).errorCode !== 'WEBHOOKS_NOT_IMPLEMENTED';
  }
}

function rowOf(connector: string, type: string): Connector {
  const fields = fieldsOf(type).filter(
    ({ type: one }) => one === 'SecretString' || one === 'ISecretString' || one === 'string',
  );
  const own = fields.filter(({ name }) => !URLS.test(name));
  const value = ({ type: one }: { type: string }) =>
    one === 'string' ? 'abc' : { value: 'YWJjZGVmZ2hpamtsbW5vcHFyc3R1dg==' };
  const config = Object.fromEntries(own.map((field) => [field.name, value(field)]));
  const fault = (flow: string, message: object, by: object = config) => faultOf(connector, by, flow, message);
  const makes = (method: string, order: string | null, by: object = config) =>
    fault('authorize', authorizeMessage(partsFor(method, order)), by) === null;

  const canOrder = fault('create_order', orderMessage(partsFor('card', null))) === null;
  const direct = METHODS.filter((method) => makes(method, null));
  const ordered = canOrder ? METHODS.filter((method) => makes(method, 'order_1')) : [];
  const needsOrder = ordered.length > 0 && (direct.length === 0 || ORDERED.includes(connector));
  const methods = needsOrder ? ordered : direct;
  const paid = payin(methods[0] ?? 'card');
  const ids = { id: 'pay_1' };
  const follow = { token: TOKEN, notificationUrl: 'https://shop.example/notifications' };
  const flows: Readonly<Record<string, object>> = {
    get: getMessage(paid, ids, TOKEN),
    capture: captureMessage(newCapture(paid), ids, TOKEN),
    void: voidMessage(paid, ids, TOKEN),
    refund: refundMessage(paid, newRefund(paid), ids, follow),
    refund_get: refundGetMessage(paid, newRefund(paid), 'refund_1', TOKEN),
    charge: laterChargeMessage(paid, 'mandate_1', { token: TOKEN, returnUrl: 'https://shop.example/return' }),
  };
  const needsToken =
    fault('create_server_authentication_token', { merchantAccessTokenId: 'account' }) === null;
  const credential = ({ name, type: one }: { name: string; type: string }): ConnectorCredential => {
    const { [name]: _left, ...rest } = config;
    const isNeeded = methods.length === 0 || !makes(methods[0]!, needsOrder ? 'order_1' : null, rest);
    return { name, isSecret: one !== 'string', isNeeded };
  };
  return {
    connector,
    name: NAMES[connector] ?? connector[0]!.toUpperCase() + connector.slice(1),
    credentials: own.map(credential),
    methods,
    // PayPal's want what an inquiry tells; they are made with it.
    flows:
      connector === 'paypal'
        ? ['get', 'refund', 'refund_get']
        : Object.keys(flows).filter((flow) => fault(flow, flows[flow]!) === null),
    hasEvents: hasEvents(connector, config),
    steps: [...(needsToken ? (['token'] as const) : []), ...(needsOrder ? (['order'] as const) : [])],
  };
}

const rows = fieldsOf('IConnectorSpecificConfig').map(({ name, type }) => rowOf(name, type));
rows.sort((a, b) => a.name.localeCompare(b.name, 'en'));
writeFileSync(
  join(import.meta.dirname, '../src/connectors/connectors.json'),
  `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`,
);
console.log(
  `${rows.length} connectors, ${rows.filter(({ methods }) => methods.length > 0).length} with a method`,
);
