// The calls of Stripe's API that the stand-in has, and what each does to its books. Used by stand-in.ts. The answers
// leave out what only the stand-in remembers.
import type { Form } from '@tollgate/provider-kit/stand-in';
import type { Books } from './books.ts';
import { textAt } from './form.ts';
import { captureIntent, createCustomer, detachMeans, searchCustomers } from './later.ts';
import { payoutsFor, transactionsFor, withSource } from './payouts.ts';
import { invalid, StripeRefusal, type Thing } from './records.ts';

export interface ApiCall {
  method: string;
  path: string;
  form: Form;
}

export function answerCall(books: Books, { method, path, form }: ApiCall): unknown {
  const [, , ...parts] = path.split('/');
  const isPost = method === 'POST';
  const [first = '', second, third, fourth] = parts.map(decodeURIComponent);
  switch (first) {
    case 'account':
      return { id: books.accountId, object: 'account', settings: books.settings };
    case 'payment_intents':
      if (isPost && second === undefined) return shown(books.createIntent(form));
      if (isPost && third === 'confirm') return shown(books.confirmIntent(second!, form));
      if (isPost && third === 'cancel') return shown(books.cancelIntent(second!, form));
      if (isPost && third === 'capture') return shown(captureIntent(books, second!, form));
      return shown(books.find(second!));
    case 'checkout':
      if (second !== 'sessions') break;
      if (isPost && third === undefined) return shown(books.createSession(form));
      if (isPost && fourth === 'expire') return shown(books.expireSession(third!));
      return expanded(books, books.find(third!), form);
    case 'refunds':
      if (isPost) return shown(books.createRefund(form));
      if (second !== undefined) return shown(books.find(second));
      return listOf(books.refundsOf(textAt(form, 'payment_intent') ?? textAt(form, 'charge') ?? ''), form);
    case 'customers':
      if (second === 'search')
        return { object: 'search_result', data: searchCustomers(books, form), has_more: false };
      if (isPost) return shown(createCustomer(books, form));
      return shown(books.find(second!));
    case 'payment_methods':
      if (isPost && third === 'detach') return shown(detachMeans(books, second!));
      return shown(books.find(second!));
    case 'files':
      return shown(books.createFile(form));
    case 'disputes':
      if (isPost && third === 'close') return shown(books.closeDispute(second!));
      if (isPost) return shown(books.submitEvidence(second!, form));
      return shown(books.find(second!));
    case 'setup_intents':
    case 'mandates':
    case 'charges':
      return shown(books.find(second!));
    case 'payouts':
      if (second !== undefined) return shown(books.find(second));
      return listOf(payoutsFor(books, form), form);
    case 'balance_transactions': {
      const list = listOf(transactionsFor(books, form), form);
      const data = list.data.map((one) => withSource(books, one, form));
      return { ...list, data: data.map((one) => ({ ...one, source: shownSource(one.source) })) };
    }
    case 'events':
      return listOf(eventsFor(books, form), form, books.events.toReversed());
  }
  throw new StripeRefusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${path})`,
  });
}

/** Newest first. */
function eventsFor({ events }: Books, form: Form): Thing[] {
  const since = Number(textAt(form, 'created', 'gte') ?? 0);
  const undelivered = textAt(form, 'delivery_success') === 'false';
  const types = Array.isArray(form.types) ? form.types : null;
  return events
    .filter((event) => event.created >= since)
    .filter((event) => !undelivered || !event.delivered)
    .filter((event) => types === null || types.includes(event.type))
    .toReversed();
}

/**
 * A page begins after the named object, whether or not that object passes the filters. `all`: the list without filters.
 */
function listOf(things: Thing[], form: Form, all = things) {
  const limit = Number(textAt(form, 'limit') ?? 10);
  const after = textAt(form, 'starting_after');
  const place = all.findIndex(({ id }) => id === after);
  if (after !== undefined && place < 0)
    throw invalid('resource_missing', `No such object: '${after}'`, 'starting_after');
  const former = new Set(all.slice(0, place + 1));
  const rest = things.filter((thing) => !former.has(thing));
  return { object: 'list', data: rest.slice(0, limit).map(shown), has_more: rest.length > limit };
}

function expanded(books: Books, session: Thing, form: Form): Thing {
  const isWanted = Array.isArray(form.expand) && form.expand.includes('payment_intent');
  const intent = session.payment_intent;
  return shown({
    ...session,
    payment_intent: isWanted && intent ? shown(books.find(intent)) : intent,
  });
}

const shownSource = (source: Thing | string | null) =>
  typeof source === 'object' && source !== null ? shown(source) : source;

const OWN = [
  'method',
  'session',
  'iban',
  'return_url',
  'intent_metadata',
  'delivered',
  'intent_form',
  'several',
  'wantsPayer',
  'in_payout',
  'listed',
];

function shown(thing: Thing): Thing {
  return Object.fromEntries(Object.entries(thing).filter(([name]) => !OWN.includes(name))) as Thing;
}
