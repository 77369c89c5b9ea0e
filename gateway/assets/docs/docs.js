// What a page does beyond showing itself: one example at a time, one language everywhere, copying, the current place in the
// contents, the theme and the menu of small screens. Without it the page shows everything.
import { nearest } from './nearest.js';

const root = document.documentElement;
root.classList.add('js');

/** Private windows may refuse to remember; a choice then lasts for this page. */
function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // As above.
  }
}

const nameOf = (option) => option.textContent;
const languageSelects = [];

function openPanel(panel) {
  const figures = [...panel.querySelectorAll('figure')];
  const select = panel.querySelector('select');
  if (select) {
    const show = () => {
      for (const figure of figures) figure.hidden = figure.id !== select.value;
    };
    select.hidden = false;
    select.addEventListener('change', () => {
      show();
      if (panel.dataset.kind === 'language') speak(nameOf(select.selectedOptions[0]), select);
    });
    if (panel.dataset.kind === 'language') languageSelects.push({ select, show });
    show();
    panel.classList.add('ready');
  }
  const copy = panel.querySelector('.copy');
  if (!copy || !navigator.clipboard) return;
  copy.hidden = false;
  copy.addEventListener('click', async () => {
    const shown = figures.find((figure) => !figure.hidden);
    await navigator.clipboard.writeText(shown.querySelector('pre').textContent);
    copy.textContent = 'Copied';
    setTimeout(() => {
      copy.textContent = 'Copy';
    }, 1500);
  });
}

/** Every panel of languages shows this one, where it has it. */
function speak(language, chosenIn) {
  remember('language', language);
  // The panels above may change their height: what was clicked stays where it is.
  const before = chosenIn?.getBoundingClientRect().top;
  for (const { select, show } of languageSelects) {
    const option = [...select.options].find((one) => nameOf(one) === language);
    if (!option) continue;
    select.value = option.value;
    show();
  }
  if (chosenIn) scrollBy(0, chosenIn.getBoundingClientRect().top - before);
}

for (const panel of document.querySelectorAll('.panel')) openPanel(panel);
if (remembered('language')) speak(remembered('language'));

const theme = document.getElementById('theme');
const isDark = () =>
  (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
const nameTheme = () => {
  theme.textContent = isDark() ? 'Light' : 'Dark';
  theme.setAttribute('aria-label', `${theme.textContent}: switch colours`);
};
if (remembered('theme')) root.dataset.theme = remembered('theme');
nameTheme();
theme.hidden = false;
theme.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  remember('theme', root.dataset.theme);
  nameTheme();
});

const sidebar = document.getElementById('sidebar');
const menu = document.getElementById('menu');
menu.hidden = false;
const openMenu = (open) => {
  sidebar.classList.toggle('open', open);
  menu.setAttribute('aria-expanded', String(open));
};
menu.addEventListener('click', () => openMenu(!sidebar.classList.contains('open')));
sidebar.addEventListener('click', (event) => {
  if (event.target.closest('a')) openMenu(false);
});

const current = sidebar.querySelector('[aria-current]');
const links = new Map(
  [...(current?.parentElement.querySelectorAll(':scope ul a') ?? [])].map((link) => [
    link.hash.slice(1),
    link,
  ]),
);
// What is shown of the contents begins with the open page.
current?.scrollIntoView({ block: 'nearest' });
const places = [...links.keys()].map((id) => document.getElementById(id)).filter((place) => place !== null);
function showPlace() {
  const above = places.filter((place) => place.getBoundingClientRect().top < 160);
  const now = above.at(-1) ?? null;
  for (const [id, link] of links) {
    if (id === now?.id) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}
let waiting = false;
addEventListener(
  'scroll',
  () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      showPlace();
    });
  },
  { passive: true },
);
showPlace();

/** The place that the address names: inside of what is folded, the example of a panel, or the nearest place to one that is gone. */
function goToPlace() {
  const anchor = decodeURIComponent(location.hash.slice(1));
  const place = anchor && nearest(anchor, (id) => document.getElementById(id));
  if (!place) return;
  for (let inside = place.closest('details'); inside; inside = inside.parentElement.closest('details'))
    inside.open = true;
  const select = place.matches('figure') && place.closest('.panel').querySelector('select');
  if (select) {
    select.value = place.id;
    select.dispatchEvent(new Event('change'));
  }
  place.scrollIntoView({ block: place.matches('.field, tr') ? 'center' : 'start' });
}
addEventListener('hashchange', goToPlace);
goToPlace();
