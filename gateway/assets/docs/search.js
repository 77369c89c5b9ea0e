// The search of the documentation: finds headings, fields and rows of tables (error codes among them) in all its pages, and the
// words of every part, and says where each of them is. It reads the pages themselves when it is first used, so there is no index to
// keep. `/` goes there, the arrows choose, Enter opens, Escape leaves.
import { bestRank, excerptOf, plain } from './search-rank.js';

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

/** Rows are entries of their own, and the code of a call is the same in each language. */
const APART = '.table, .panel[data-kind=example]';

/** The words of the part that begins with this element, up to the next heading. */
function wordsAfter(element) {
  const texts = [];
  for (let at = element; at && !at.matches('h1, h2'); at = at.nextElementSibling)
    if (!at.matches(APART)) texts.push(textOf(at.matches('.panel') ? at.querySelector('.panel-title') : at));
  return texts.filter((text) => text !== '').join(' ');
}

/** Of a call of the reference: its sentences. All else there is fields, and what every call has. */
const sentencesOf = (operation) => [...operation.querySelectorAll('.words > p')].map(textOf).join(' ');

/** `address`: of the page; '' is this one. */
function readPage(main, address) {
  const entries = [];
  const add = (element, title, where, { more = '', words = '' } = {}) =>
    entries.push({
      address: `${address}#${element.id || element.closest('[id]').id}`,
      title,
      where,
      words,
      name: title.toLowerCase(),
      text: `${title} ${where} ${more}`.toLowerCase(),
      body: words.toLowerCase(),
    });
  const isGuide = main.querySelector('.guide') !== null;
  const group = textOf(main.querySelector('h1'));
  add(main.querySelector('h1'), group, isGuide ? 'Guide' : 'API reference', {
    more: textOf(main.querySelector('.lead')),
    words: isGuide ? wordsAfter(main.querySelector('.words').firstElementChild) : '',
  });
  for (const heading of main.querySelectorAll('.words h2'))
    add(heading, textOf(heading), group, {
      more: textOf(heading.parentElement.querySelector('.address')),
      words: isGuide ? wordsAfter(heading.nextElementSibling) : sentencesOf(heading.closest('.operation')),
    });
  for (const row of main.querySelectorAll('tbody tr')) {
    const [first, ...others] = [...row.cells].map(textOf);
    // A code says little without its reason.
    const title = /^\d{2,4}$/.test(first) ? `${first} ${others[0]}` : first;
    add(row, title, group, { more: others.join(' ') });
  }
  for (const field of main.querySelectorAll('.field')) {
    const more = textOf(field.nextElementSibling);
    add(field, textOf(field.querySelector('code')), whereIs(field), { more });
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
  const wanted = plain(input.value);
  const found = wanted === '' ? [] : all.map((entry) => ({ entry, order: bestRank(entry, wanted) }));
  const hits = found.filter(({ order }) => order !== null).sort((a, b) => a.order - b.order);
  shown = hits.slice(0, MOST).map(({ entry }) => entry);
  list.replaceChildren(...shown.map((entry, at) => toOption(entry, at, wanted)));
  const count = hits.length === 1 ? '1 result' : `${hits.length} results`;
  status.textContent =
    wanted === '' ? '' : hits.length > MOST ? `${count}, the first ${MOST} are shown` : count;
  if (wanted !== '' && shown.length === 0) list.replaceChildren(nothing(input.value.trim()));
  open(wanted !== '');
  choose(shown.length > 0 ? 0 : -1);
}

function toOption(entry, at, wanted) {
  const { title, where } = entry;
  const option = document.createElement('li');
  option.id = `found-${at}`;
  option.role = 'option';
  const [name, place] = [document.createElement('b'), document.createElement('span')];
  name.textContent = title;
  place.textContent = where;
  option.append(name, place);
  const excerpt = excerptOf(entry, wanted);
  if (excerpt !== '') option.append(Object.assign(document.createElement('small'), { textContent: excerpt }));
  option.addEventListener('click', () => go(at));
  return option;
}

function nothing(wanted) {
  const line = document.createElement('li');
  line.role = 'option';
  line.ariaDisabled = 'true';
  line.textContent = `Nothing about “${wanted}” was found.`;
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
