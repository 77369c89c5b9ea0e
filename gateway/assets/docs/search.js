// The search of the documentation: finds headings, fields and rows of tables (error codes among them) in all its pages, and says
// where each of them is. It reads the pages themselves when it is first used, so there is no index to keep. `/` goes there, the
// arrows choose, Enter opens, Escape leaves.
const MOST = 50;
const box = document.getElementById('search');
const input = box.querySelector('input');
const list = box.querySelector('ul');
const status = box.querySelector('[role=status]');

const textOf = (element) => element?.textContent.trim().replaceAll(/\s+/g, ' ') ?? '';
const titleOf = (element) => {
  const operation = element.closest('.operation:not(.guide)');
  return textOf((operation ?? element.closest('main')).querySelector(operation ? 'h2' : 'h1'));
};

/** Of a field: its operation, the part of it, and the fields that it is in. */
function whereIs(field) {
  const places = [];
  for (let at = field.closest('li').parentElement; at && !at.matches('.words'); at = at.parentElement) {
    if (at.matches('li')) places.unshift(textOf(at.querySelector('.field > code')));
    if (at.matches('.answer-fields')) places.unshift(textOf(at.querySelector('summary')));
    else if (at.matches('.fields') && at.previousElementSibling?.matches('h3'))
      places.unshift(textOf(at.previousElementSibling));
  }
  return [titleOf(field), ...places].join(' › ');
}

/** `address`: of the page; '' is this one. */
function readPage(main, address) {
  const entries = [];
  const add = (element, title, where, more = '') =>
    entries.push({
      address: `${address}#${element.id || element.closest('[id]').id}`,
      title,
      where,
      name: title.toLowerCase(),
      text: `${title} ${where} ${more}`.toLowerCase(),
    });
  const isGuide = main.querySelector('.guide') !== null;
  const group = textOf(main.querySelector('h1'));
  add(
    main.querySelector('h1'),
    group,
    isGuide ? 'Guide' : 'API reference',
    textOf(main.querySelector('.lead')),
  );
  for (const heading of main.querySelectorAll('.words h2'))
    add(heading, textOf(heading), group, textOf(heading.parentElement.querySelector('.address')));
  for (const row of main.querySelectorAll('tbody tr')) {
    const [first, ...others] = [...row.cells].map(textOf);
    // A code says little without its reason.
    const title = /^\d{2,4}$/.test(first) ? `${first} ${others[0]}` : first;
    add(row, title, group, others.join(' '));
  }
  for (const field of main.querySelectorAll('.field')) {
    add(field, textOf(field.querySelector('code')), whereIs(field), textOf(field.nextElementSibling));
  }
  return entries;
}

/** Every page in the order of the contents. A page that cannot be had is left out until the search is used again. */
async function readPages() {
  const links = [...document.querySelectorAll('#sidebar > ul > li > a')];
  const pages = await Promise.all(
    links.map(async ({ href }) => {
      try {
        const response = await fetch(href);
        const page = new DOMParser().parseFromString(await response.text(), 'text/html');
        return readPage(page.querySelector('main'), href);
      } catch {
        complete = false;
        return [];
      }
    }),
  );
  return pages.flat();
}

/** The lower the better; null: not found. */
function rank({ name, text }, wanted) {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  return wanted.split(' ').every((word) => text.includes(word)) ? 3 : null;
}

let entries;
let complete = true;
let shown = [];
let chosen = -1;

/** The pages are asked for once, when somebody is about to search. */
function prepare() {
  if (entries && complete) return entries;
  complete = true;
  entries = readPages();
  return entries;
}

async function find() {
  const all = await prepare();
  // Of what is typed now: letters may have been added meanwhile.
  const wanted = input.value.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const found = wanted === '' ? [] : all.map((entry) => ({ entry, order: rank(entry, wanted) }));
  const hits = found.filter(({ order }) => order !== null).sort((a, b) => a.order - b.order);
  shown = hits.slice(0, MOST).map(({ entry }) => entry);
  list.replaceChildren(...shown.map(toOption));
  const count = hits.length === 1 ? '1 result' : `${hits.length} results`;
  status.textContent =
    wanted === '' ? '' : hits.length > MOST ? `${count}, the first ${MOST} are shown` : count;
  if (wanted !== '' && shown.length === 0) list.replaceChildren(nothing(input.value.trim()));
  open(wanted !== '');
  choose(shown.length > 0 ? 0 : -1);
}

function toOption({ title, where }, at) {
  const option = document.createElement('li');
  option.id = `found-${at}`;
  option.role = 'option';
  const [name, place] = [document.createElement('b'), document.createElement('span')];
  name.textContent = title;
  place.textContent = where;
  option.append(name, place);
  option.addEventListener('click', () => go(at));
  return option;
}

function nothing(wanted) {
  const line = document.createElement('li');
  line.role = 'option';
  line.ariaDisabled = 'true';
  line.textContent = `Nothing is called “${wanted}” here.`;
  return line;
}

function open(isOpen) {
  list.hidden = !isOpen;
  input.setAttribute('aria-expanded', String(isOpen));
}

function choose(at) {
  chosen = at;
  [...list.children].forEach((option, index) => {
    option.setAttribute('aria-selected', String(index === at));
  });
  if (at < 0) return input.removeAttribute('aria-activedescendant');
  input.setAttribute('aria-activedescendant', `found-${at}`);
  list.children[at].scrollIntoView({ block: 'nearest' });
}

function go(at) {
  open(false);
  location.assign(shown[at].address);
}

const KEYS = {
  ArrowDown: () => choose((chosen + 1) % shown.length),
  ArrowUp: () => choose((chosen - 1 + shown.length) % shown.length),
  Enter: () => go(chosen),
};

box.hidden = false;
input.addEventListener('input', find);
input.addEventListener('focus', () => {
  if (input.value === '') prepare();
  else find();
});
input.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    open(false);
    return;
  }
  if (list.hidden || shown.length === 0 || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});
document.addEventListener('keydown', (event) => {
  const typing = event.target.closest?.('input, textarea, select, dialog');
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
  input.select();
});
document.addEventListener('pointerdown', (event) => {
  if (!box.contains(event.target)) open(false);
});
