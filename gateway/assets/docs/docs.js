// What the reference page does beyond showing itself: one example at a time, copying, the filter, the current place in
// the contents, the theme and the menu of small screens. Without it the page shows everything.
const root = document.documentElement;
root.classList.add('js');

for (const panel of document.querySelectorAll('.panel')) {
  const figures = [...panel.querySelectorAll('figure')];
  const select = panel.querySelector('select');
  const show = (id) => {
    for (const figure of figures) figure.hidden = figure.id !== id;
  };
  if (select) {
    select.hidden = false;
    select.addEventListener('change', () => show(select.value));
    show(select.value);
    panel.classList.add('ready');
  }
  const copy = panel.querySelector('.copy');
  if (!copy || !navigator.clipboard) continue;
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

const theme = document.getElementById('theme');
const stored = () => {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null;
  }
};
const isDark = () =>
  (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
const nameTheme = () => {
  theme.textContent = isDark() ? 'Light' : 'Dark';
  theme.setAttribute('aria-label', `Switch to ${isDark() ? 'light' : 'dark'} colours`);
};
if (stored()) root.dataset.theme = stored();
nameTheme();
theme.hidden = false;
theme.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  try {
    localStorage.setItem('theme', root.dataset.theme);
  } catch {
    // Private windows may refuse; the choice then lasts for this page.
  }
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

const filter = document.getElementById('filter');
filter.hidden = false;
filter.addEventListener('input', () => {
  const wanted = filter.value.trim().toLowerCase();
  for (const list of sidebar.querySelectorAll('ul')) {
    const items = [...list.children];
    for (const item of items) item.hidden = !item.textContent.toLowerCase().includes(wanted);
    const empty = items.every((item) => item.hidden);
    list.hidden = empty;
    list.previousElementSibling.hidden = empty;
  }
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
