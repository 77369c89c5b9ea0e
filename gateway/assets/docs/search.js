// The search of the reference page: finds headings, fields and rows of tables (error codes among them) in the page itself, and
// says where each of them is. `/` goes there, the arrows choose, Enter opens, Escape leaves.
const MOST = 50;
const box = document.getElementById('search');
const input = box.querySelector('input');
const list = box.querySelector('ul');
const status = box.querySelector('[role=status]');

const textOf = (element) => element?.textContent.trim().replaceAll(/\s+/g, ' ') ?? '';
const titleOf = (element) => textOf(element.closest('.operation')?.querySelector('h2, h3'));

/** Of a field: its operation, the part of it, and the fields that it is in. */
function whereIs(field) {
  const places = [];
  for (let at = field.closest('li').parentElement; at && !at.matches('.words'); at = at.parentElement) {
    if (at.matches('li')) places.unshift(textOf(at.querySelector('.field > code')));
    if (at.matches('.answer-fields')) places.unshift(textOf(at.querySelector('summary')));
    else if (at.matches('.fields') && at.previousElementSibling?.matches('h4'))
      places.unshift(textOf(at.previousElementSibling));
  }
  return [titleOf(field), ...places].join(' › ');
}

function readPage() {
  const entries = [];
  const add = (element, title, where, more = '') =>
    entries.push({
      element,
      title,
      where,
      name: title.toLowerCase(),
      text: `${title} ${where} ${more}`.toLowerCase(),
    });
  for (const heading of document.querySelectorAll('main h2, main h3')) {
    const group = textOf(heading.closest('.group')?.querySelector('.group-title'));
    const operation = heading.matches('.subtitle') ? titleOf(heading) : group;
    const address = textOf(heading.parentElement.querySelector('.address'));
    add(heading, textOf(heading), heading.matches('.group-title') ? 'Group' : operation || 'Guide', address);
  }
  for (const row of document.querySelectorAll('main tbody tr')) {
    const [first, ...others] = [...row.cells].map(textOf);
    // A code says little without its reason.
    const title = /^\d{2,4}$/.test(first) ? `${first} ${others[0]}` : first;
    add(row, title, titleOf(row), others.join(' '));
  }
  for (const field of document.querySelectorAll('main .field')) {
    add(field, textOf(field.querySelector('code')), whereIs(field), textOf(field.nextElementSibling));
  }
  return entries;
}

/** The lower the better; null: not found. */
function rank({ name, text }, wanted) {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  return wanted.split(' ').every((word) => text.includes(word)) ? 3 : null;
}

let entries;
let shown = [];
let chosen = -1;

function find() {
  const wanted = input.value.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  entries ??= readPage();
  const found = wanted === '' ? [] : entries.map((entry) => ({ entry, order: rank(entry, wanted) }));
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
  const { element } = shown[at];
  open(false);
  for (let inside = element.closest('details'); inside; inside = inside.parentElement.closest('details'))
    inside.open = true;
  const place = element.id || element.closest('[id]')?.id;
  if (place) history.pushState(null, '', `#${place}`);
  for (const former of document.querySelectorAll('.found')) former.classList.remove('found');
  element.classList.add('found');
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'center' });
}

const KEYS = {
  ArrowDown: () => choose((chosen + 1) % shown.length),
  ArrowUp: () => choose((chosen - 1 + shown.length) % shown.length),
  Enter: () => go(chosen),
};

box.hidden = false;
input.addEventListener('input', find);
input.addEventListener('focus', () => {
  if (input.value !== '') find();
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
