// The form that sends a request from a page of the reference to its own gateway, in the test environment. It is filled from the
// example that is shown. What an answer named is used by the next request, on other pages too while this tab is open; a new
// payment gets a new reference.
const dialog = document.getElementById('try-it');
const form = dialog.querySelector('form');
const answer = dialog.querySelector('.try-answer');
const { address, body, apiKey, operatorToken } = form.elements;

/** Calls that make a transaction: their reference must be a new one. */
const MAKES = /^\/(v3\/(payment|payout)|payment-session|payout-session|v2\/(payment|payout)-options)$/;
/** What answers have named so far. Ids and references alone; browsers may refuse to remember them. */
const known = (() => {
  try {
    return JSON.parse(sessionStorage.getItem('known') ?? '{}');
  } catch {
    return {};
  }
})();
function keep() {
  try {
    sessionStorage.setItem('known', JSON.stringify(known));
  } catch {
    // Then they are known on this page alone.
  }
}

const part = (name) => form.querySelector(`[data-part="${name}"]`);

/** A reference that nobody has used: the example's, and some letters. */
const renewed = (reference) => `${reference}-${crypto.randomUUID().slice(0, 8)}`;

function bodyFor(path, text) {
  if (!text) return '';
  const value = JSON.parse(text);
  if (MAKES.test(path)) value.merchantReference = renewed(value.merchantReference ?? 'order');
  else for (const name of Object.keys(known)) if (name in value) value[name] = known[name];
  if (value.refundReference) value.refundReference = renewed(value.refundReference);
  return JSON.stringify(value, null, 2);
}

/** Ids and references of the example give way to those that are known. */
function addressFor(path, operationPath) {
  const names = [...operationPath.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const [plain, query] = path.split('?');
  const parts = plain.split('/');
  operationPath.split('/').forEach((segment, at) => {
    const name = names.find((one) => segment === `{${one}}`);
    if (name && known[name]) parts[at] = encodeURIComponent(known[name]);
  });
  if (!query) return parts.join('/');
  const search = new URLSearchParams(query);
  for (const name of search.keys()) if (known[name]) search.set(name, known[name]);
  return `${parts.join('/')}?${search}`;
}

function openFor(button) {
  const { method, address: path, scheme } = button.dataset;
  const panel = button.closest('.panel');
  const figure = [...panel.querySelectorAll('figure')].find((one) => !one.hidden);
  // As the shell writes a quote inside of quotes.
  const example = figure.querySelector('.body')?.textContent.replaceAll("'\\''", "'");
  const article = button.closest('.operation');
  dialog.querySelector('h2').textContent = `Try it: ${article.querySelector('h2').textContent}`;
  const badge = dialog.querySelector('.method');
  badge.className = `method ${method.toLowerCase()}`;
  badge.textContent = method;
  for (const label of form.querySelectorAll('[data-scheme]')) label.hidden = label.dataset.scheme !== scheme;
  part('body').hidden = example === undefined;
  address.value = addressFor(path, article.querySelector('.address > code').textContent);
  body.value = bodyFor(path, example);
  answer.hidden = true;
  dialog.showModal();
}

function headers() {
  const given = {};
  const used = (field) => !field.closest('label').hidden && field.value.trim();
  if (used(apiKey)) given['X-API-KEY'] = apiKey.value.trim();
  if (used(operatorToken)) given.Authorization = `Bearer ${operatorToken.value.trim()}`;
  if (!part('body').hidden) given['Content-Type'] = 'application/json';
  return given;
}

async function send() {
  const method = dialog.querySelector('.method').textContent;
  // Beside the folder of the pages, which may stand under a path of its host.
  const url = new URL(`../${address.value.replace(/^\/+/, '')}`, document.baseURI);
  if (url.origin !== location.origin) throw new Error('the address must begin with a slash');
  const response = await fetch(url, {
    method,
    headers: headers(),
    ...(!part('body').hidden && { body: body.value }),
  });
  const text = await response.text();
  show(`HTTP ${response.status} ${response.statusText}`.trim(), text);
}

function show(line, text) {
  answer.hidden = false;
  answer.querySelector('p').textContent = line;
  answer.querySelector('pre').textContent = pretty(text);
  answer.scrollIntoView({ block: 'nearest' });
}

function pretty(text) {
  try {
    const value = JSON.parse(text);
    for (const named of [value, value.result]) {
      for (const name of ['transactionId', 'sessionId', 'merchantReference', 'merchantId', 'brandId'])
        if (typeof named?.[name] === 'string') known[name] = named[name];
    }
    keep();
    return JSON.stringify(value, null, 2);
  } catch {
    return text;
  }
}

for (const button of document.querySelectorAll('.try')) {
  button.hidden = false;
  button.addEventListener('click', () => openFor(button));
}
dialog.querySelector('.close').addEventListener('click', () => dialog.close());
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const button = form.querySelector('[type=submit]');
  button.disabled = true;
  send()
    .catch((error) => show('No answer', error.message))
    .finally(() => {
      button.disabled = false;
    });
});
