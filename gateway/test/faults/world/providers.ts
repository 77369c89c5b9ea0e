// Adyen, Stripe and dLocal of the fault suite, a process of their own: the stand-ins, each behind an address that
// loses, delays or doubles requests, or is away. They notify the gateways until these accept, twice and in any order if
// a fault says so. The stand-ins themselves always know what was charged.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { dlocalNotification, startDlocal } from '../../../../providers/prism/test/stand-ins/dlocal.ts';
import type { Event } from '../../providers/adyen/stand-in/books.ts';
import { AdyenStandIn, HMAC_KEY } from '../../providers/adyen/stand-in/stand-in.ts';
import { StripeStandIn } from '../../providers/stripe/stand-in/stand-in.ts';
import { type BankFaults, CALM, type Deed } from './bank-words.ts';

/** Longer than the adapters' deadline of 15 s. */
const LATE_MS = 17_000;
const TELL_EVERY_MS = 50;
const MOST_AT_ONCE = 16;

let faults: BankFaults = CALM;
/** The gateways' addresses: `{origin}/providers/…`. */
const addresses = { adyen: '', stripe: '', 'prism-dlocal': '' };
const adyen = await AdyenStandIn.open();
const stripe = await StripeStandIn.start();
const dlocal = await startDlocal();
/** What dLocal has told of each charge. */
const toldOfDlocal = new Map<string, string>();

const toldOfAdyen: Event[] = [];
const tell = adyen.books.tell.bind(adyen.books);
adyen.books.tell = (...about) => {
  const event = tell(...about);
  toldOfAdyen.push(event);
  return event;
};

/** Passes the request on once for each call, and returns the provider's answer. */
function forward(to: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  return new Promise<{ status: number; type: string; body: Buffer }>((resolve, reject) => {
    const sent = request(`${to}${url}`, { method: method ?? 'GET', headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () => {
        const type = answer.headers['content-type'] ?? 'application/json';
        resolve({ status: answer.statusCode ?? 500, type, body: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject).end(body);
  });
}

async function front(to: string, asked: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of asked) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  // An inquiry always gets an answer, and a true one.
  const isMove = asked.method === 'POST';
  if (isMove && Math.random() < faults.loseBefore) return void asked.socket.destroy();
  const answer = await forward(to, asked, body);
  if (isMove && Math.random() < faults.twice) await forward(to, asked, body);
  if (isMove && Math.random() < faults.loseAfter) return void asked.socket.destroy();
  if (isMove && Math.random() < faults.late) await sleep(LATE_MS);
  if (!response.destroyed)
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
}

function frontOf(to: string) {
  return createServer((asked, response) => {
    front(to, asked, response).catch(() => asked.socket.destroy());
  });
}

const fronts = [frontOf(adyen.url), frontOf(stripe.origin), frontOf(dlocal.standIn.url)];
const ports = fronts.map(() => 0);
const listen = (i: number) =>
  new Promise<void>((resolve) => {
    fronts[i]!.listen(ports[i], '127.0.0.1', () => {
      ports[i] = (fronts[i]!.address() as AddressInfo).port;
      resolve();
    });
  });
const listenAll = () => Promise.all(fronts.map((_front, at) => listen(at)));
await listenAll();

async function setAway(isAway: boolean): Promise<void> {
  if (!isAway) return void (await listenAll());
  for (const one of fronts) {
    one.close();
    one.closeAllConnections();
  }
}

/** Sends each event until the gateway accepts it. All are in flight together, so their order is open. */
async function sendNotifications(): Promise<void> {
  const times = faults.twice > 0 ? 2 : 1;
  await Promise.all([tellOfAdyen(times), tellOfStripe(times), tellOfDlocal(times)]);
}

async function tellOfAdyen(times: number): Promise<void> {
  const { events } = adyen.books;
  if (addresses.adyen === '') return;
  const delivery = { url: addresses.adyen, hmacKey: HMAC_KEY, times };
  await Promise.all(
    events.splice(0, MOST_AT_ONCE).map(async (event) => {
      const statuses = await adyen.deliver(delivery, [event]).catch(() => [0]);
      if (statuses.some((status) => status !== 200)) events.push(event);
    }),
  );
}

async function tellOfStripe(times: number): Promise<void> {
  const { books, sender } = stripe;
  if (addresses.stripe === '') return;
  sender.notificationUrl = addresses.stripe;
  const waiting = books.events.filter(({ delivered }) => !delivered).slice(0, MOST_AT_ONCE);
  const each = times > 1 ? waiting.reverse() : waiting;
  await Promise.all(
    each.map(async (event) => {
      for (let time = 0; time < times; time++) await sender.send(event).catch(() => 0);
    }),
  );
}

async function tellOfDlocal(times: number): Promise<void> {
  const to = addresses['prism-dlocal'];
  if (to === '') return;
  const news = [...dlocal.books.charges.values()].filter(({ id, status }) => toldOfDlocal.get(id) !== status);
  await Promise.all(
    news.slice(0, MOST_AT_ONCE).map(async (charge) => {
      const { id, status } = charge;
      const statuses = await dlocal.standIn
        .deliver({ to, times }, [dlocalNotification(charge)])
        .catch(() => [0]);
      if (statuses.every((one) => one === 200)) toldOfDlocal.set(id, status);
    }),
  );
}

async function tellForEver(): Promise<void> {
  for (;;) {
    await sendNotifications();
    await sleep(TELL_EVERY_MS);
  }
}

/** The deeds in the format of the suite's bank. */
function deeds(): Deed[] {
  const all = new Map<string, Deed>();
  const note = (kind: Deed['kind'], key: string, amountMinor: string, currency: string, isPaid: boolean) => {
    const transactionId = key.slice(0, 36);
    const deed = all.get(key) ?? {
      kind,
      key,
      transactionId,
      reference: transactionId,
      amountMinor,
      currency,
      state: 'open' as const,
      payments: 0,
      said: { kind: 'pending' },
    };
    all.set(key, {
      ...deed,
      payments: deed.payments + (isPaid ? 1 : 0),
      ...(isPaid && { state: 'paid' as const }),
    });
  };
  for (const { reference, amount, state } of adyen.books.payments)
    note('pay-in', reference, String(amount.value), amount.currency, state === 'authorised');
  const refunds = toldOfAdyen.filter(
    ({ eventCode, success }) => eventCode === 'REFUND' && success === 'true',
  );
  for (const { merchantReference, amount } of refunds)
    note('refund', merchantReference, String(amount.value), amount.currency, true);
  for (const { metadata, amount, currency, status } of stripe.books.of('payment_intent'))
    note('pay-in', metadata.reference, String(amount), currency.toUpperCase(), status === 'succeeded');
  for (const { metadata, amount, currency } of stripe.books.of('refund'))
    note('refund', metadata.reference, String(amount), currency.toUpperCase(), true);
  for (const { reference, amount, currency, status } of dlocal.books.charges.values())
    note('pay-in', reference, minorOf(amount), currency, status === 'PAID');
  for (const { reference, amount } of dlocal.books.refunds)
    note('refund', reference, minorOf(amount), 'BRL', true);
  return [...all.values()];
}

/** dLocal counts in major units. */
const minorOf = (amount: unknown) => String(Math.round(Number(amount) * 100));

const control = createServer(async (asked, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of asked) chunks.push(chunk);
  const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString('utf8')) : {};
  if (asked.url === '/faults') faults = { ...CALM, ...body };
  else if (asked.url === '/addresses') Object.assign(addresses, body);
  else if (asked.url === '/away') await setAway(body.isAway);
  response.end(JSON.stringify(asked.url === '/deeds' ? deeds() : {}));
});
control.listen(0, '127.0.0.1', () => {
  process.send?.({
    control: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    adyen: `http://127.0.0.1:${ports[0]}`,
    stripe: `http://127.0.0.1:${ports[1]}`,
    'prism-dlocal': `http://127.0.0.1:${ports[2]}`,
    stripeSecrets: { secretKey: stripe.secretKey, webhookSecrets: [stripe.webhookSecret] },
  });
});
process.on('disconnect', () => process.exit(0));
void tellForEver();
