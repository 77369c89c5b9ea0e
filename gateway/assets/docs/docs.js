// What the reference page does beyond showing itself: one example at a time, one language everywhere, copying, the current
// place in the contents, the theme and the menu of small screens. Without it the page shows everything.
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

const links = new Map([...sidebar.querySelectorAll('a')].map((link) => [link.hash.slice(1), link]));
const visible = new Set();
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) visible.add(target);
      else visible.delete(target);
    }
    const first = [...document.querySelectorAll('.operation')].find((one) => visible.has(one));
    if (!first) return;
    for (const [id, link] of links) {
      if (id === first.id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  },
  { rootMargin: '-140px 0px -55% 0px' },
);
for (const one of document.querySelectorAll('.operation')) watcher.observe(one);
