// How well an entry of the documentation fits what somebody typed..

/** In small letters, one space between words, without quotes and the end of a question. */
export const plain = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[\s"“”„«»?!]+/g, ' ')
    .trim();

/** "refunds" finds "refund", and "signing" "signed". A short word has no ending. */
const stemOf = (word) => (word.length > 4 ? word.replace(/(?:ies|es|s|ed|ing|y)$/, '') : word);

/** They are on every page. */
const EVERYWHERE = [
  'a',
  'an',
  'can',
  'do',
  'does',
  'for',
  'how',
  'i',
  'is',
  'my',
  'of',
  'the',
  'to',
  'what',
  'where',
];

function stemsOf(wanted) {
  const words = wanted.split(' ');
  const telling = words.filter((word) => !EVERYWHERE.includes(word));
  return (telling.length > 0 ? telling : words).map(stemOf);
}

/** What people type, and what the pages call it. */
const CALLED = {
  '3d secure': '3-d secure',
  '3ds': '3-d secure',
  chargeback: 'disputes',
  cors: 'a browser never',
  delete: 'remove',
  'double charge': 'unknown outcome',
  idempotent: 'idempotency',
  'money back': 'refund',
  ngrok: 'on your machine',
  retry: 'tried again',
  throttling: 'rate limit',
  tunnel: 'on your machine',
};

/** What is looked for: what was typed, and the same in the words of the pages, which counts a little less. */
export function asked(wanted) {
  const found = Object.keys(CALLED).find((word) => wanted.includes(word));
  return found === undefined ? [wanted] : [wanted, wanted.replace(new RegExp(`${found}\\w*`), CALLED[found])];
}

/** The lower the better; null: not found. */
export function bestRank(entry, wanted) {
  const ranks = asked(wanted).flatMap((one, at) => {
    const order = rank(entry, one);
    return order === null ? [] : [order + at / 2];
  });
  return ranks.length === 0 ? null : Math.min(...ranks);
}

/**
 * The lower the better; null: not found. `name` is the entry's title, `text` what it is about, `body` the words of its part of
 * the page.
 */
function rank({ name, text, body }, wanted) {
  if (name === wanted) return 0;
  if (stemOf(name) === stemOf(wanted)) return 0.5;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  const words = stemsOf(wanted);
  const inAll = (where) => words.every((word) => where.includes(word));
  if (inAll(text) || body.includes(wanted)) return 3;
  return inAll(`${text} ${body}`) ? 4 : null;
}

const BEFORE = 40;
const LENGTH = 110;

/** Some words around the place in a body; '' where the entry was not found by its body. */
export function excerptOf({ text, body, words }, wanted) {
  const stems = asked(wanted).map(stemsOf);
  if (stems.some((each) => each.every((word) => text.includes(word)))) return '';
  const places = [...asked(wanted), ...stems.flat()].map((word) => body.indexOf(word));
  const at = places.find((place) => place >= 0) ?? 0;
  const from = at <= BEFORE ? 0 : words.indexOf(' ', at - BEFORE) + 1;
  const part = words.slice(from, from + LENGTH);
  return `${from > 0 ? '… ' : ''}${part}${from + LENGTH < words.length ? ' …' : ''}`;
}
