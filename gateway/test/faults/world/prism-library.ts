// hyperswitch-prism for the fault suite: the process of Prism loads it in place of the real library
// (installed-prism.ts). It knows dLocal only, and makes requests and reads answers for any amount and reference as the
// real one does. As faults.json says, it dies, hangs or writes garbage in a share of its calls. Its messages are JSON.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LibraryFaults {
  how: 'dies' | 'hangs' | 'writes garbage';
  /** Shares from 0 to 1 of the requests that it makes, of the answers that it reads, and of the notifications. */
  requests: number;
  answers: number;
  notifications: number;
}

// biome-ignore lint/suspicious/noExplicitAny: messages of the library and answers of dLocal
type Json = any;

const HOST = 'https://sandbox.dlocal.com';
const PAYMENTS: Readonly<Record<string, string>> = {
  PAID: 'CHARGED',
  AUTHORIZED: 'AUTHORIZED',
  PENDING: 'AUTHENTICATION_PENDING',
  REJECTED: 'FAILURE',
  CANCELLED: 'VOIDED',
};

/** Words of enums, by their numbers. */
const WORDS: string[] = [];
function numberOf(word: string): number {
  if (!WORDS.includes(word)) WORDS.push(word);
  return WORDS.indexOf(word);
}

const bytesOf = (value: object): Buffer => Buffer.from(JSON.stringify(value));
const readBytes = (bytes: Uint8Array): Json =>
  JSON.parse(Buffer.from(bytes).toString('utf8'), (_name, value) =>
    value?.type === 'Buffer' && Array.isArray(value.data) ? Buffer.from(value.data) : value,
  );

const CODEC: Readonly<Record<string, unknown>> = {
  verify: () => null,
  encode: (message: object) => ({ finish: () => bytesOf(message) }),
  decode: readBytes,
};

/** Each message and each enum of the library. */
const type = new Proxy(CODEC, { get: (own, name) => own[String(name)] ?? numberOf(String(name)) });
export const types: object = new Proxy({}, { get: () => type });

export const FLOWS = Object.fromEntries(
  ['authorize', 'get', 'void', 'refund', 'refund_get', 'handle_event'].map((flow) => [
    flow,
    { request: flow, response: flow },
  ]),
);
export const SINGLE_FLOWS = {};

export class UniffiClient {
  callReq(flow: string, request: Buffer, options: Buffer): Buffer {
    meetFault('requests');
    const { connectorConfig } = readBytes(options);
    const { method, path, body } = requestOf(flow, readBytes(request));
    const headers = { 'x-login': connectorConfig.dlocal.xLogin.value, 'content-type': 'application/json' };
    const bytes = Buffer.from(body ? JSON.stringify(body) : '');
    return bytesOf({ url: HOST + path, method, headers, body: bytes });
  }

  callRes(flow: string, answer: Buffer, request: Buffer): Buffer {
    meetFault('answers');
    const { statusCode, body } = readBytes(answer);
    const own = JSON.parse(body.toString('utf8'));
    if (statusCode >= 400) throw new Refused(String(own.code));
    return bytesOf({ body: bytesOf({ ...messageOf(flow, own, readBytes(request)), statusCode }) });
  }

  callDirect(_flow: string, request: Buffer): Buffer {
    meetFault('notifications');
    const { requestDetails, webhookSecrets } = readBytes(request);
    const { headers, body } = requestDetails;
    const signature = createHmac('sha256', webhookSecrets.secret)
      .update(`${headers['x-login']}${headers['x-date']}${body.toString('utf8')}`)
      .digest('hex');
    return bytesOf({
      eventType: 'PAYMENT_INTENT_SUCCESS',
      eventContent: { paymentsResponse: paymentOf(JSON.parse(body.toString('utf8'))) },
      sourceVerified: headers.authorization === `V2-HMAC-SHA256, Signature: ${signature}`,
    });
  }
}

/** The connector's own error, as the real library throws it. */
class Refused extends Error {
  readonly errorCode = 'CONNECTOR_ERROR_RESPONSE';
  readonly proto: object;

  constructor(code: string) {
    super('refused');
    this.proto = { errorInfo: { connectorDetails: { code } } };
  }
}

interface HttpRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

function requestOf(flow: string, asked: Json): HttpRequest {
  const { amount, paymentMethod, captureMethod } = asked;
  switch (flow) {
    case 'authorize': {
      const capture = String(WORDS[captureMethod] === 'AUTOMATIC');
      const card = { number: paymentMethod.card.cardNumber.value, capture };
      const order_id = asked.merchantTransactionId;
      return { method: 'POST', path: '/secure_payments', body: { ...moneyOf(amount), card, order_id } };
    }
    case 'get':
      return { method: 'GET', path: `/payments/${asked.connectorTransactionId}/status` };
    case 'void':
      return { method: 'POST', path: `/payments/${asked.connectorTransactionId}/cancel` };
    case 'refund': {
      const about = { id: asked.merchantRefundId, payment_id: asked.connectorTransactionId };
      return { method: 'POST', path: '/refunds', body: { ...moneyOf(asked.refundAmount), ...about } };
    }
    default:
      return { method: 'GET', path: `/refunds/${asked.connectorRefundId}/status` };
  }
}

/** dLocal counts in major units, and all currencies here have two decimals. */
const moneyOf = ({ minorAmount, currency }: Json) => ({
  amount: minorAmount / 100,
  currency: WORDS[currency],
});

function messageOf(flow: string, own: Json, asked: Json): object {
  if (flow !== 'refund' && flow !== 'refund_get') return paymentOf(own);
  const status = own.status === 'SUCCESS' ? 'REFUND_SUCCESS' : 'REFUND_PENDING';
  return { connectorRefundId: own.id, connectorTransactionId: asked.connectorTransactionId, status };
}

const paymentOf = ({ id, order_id, status }: Json): object => ({
  connectorTransactionId: id,
  merchantTransactionId: order_id,
  status: PAYMENTS[status],
});

function meetFault(what: 'requests' | 'answers' | 'notifications'): void {
  const text = readFileSync(join(process.argv[2]!, 'faults.json'), 'utf8');
  const { how, [what]: share } = JSON.parse(text) as LibraryFaults;
  if (Math.random() >= share) return;
  if (how === 'dies') process.kill(process.pid, 'SIGKILL');
  // A native call that never returns.
  if (how === 'hangs') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  const garbage = ['thread panicked at 4242424242424242', '{"id":0,"message":{"status":"FAILURE"}}'];
  process.stdout.write(`${garbage[Math.floor(Math.random() * garbage.length)]}\n`);
}
