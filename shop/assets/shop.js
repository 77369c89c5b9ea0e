// The shop's few conveniences: forms that send themselves, test cards, live orders, copying. Every page works without
// it, except for the live list. It asks nothing but the shop, and inserts only text that the shop's server has escaped.

document.documentElement.classList.add('scripted');
for (const one of document.querySelectorAll('[data-with-script]')) one.hidden = false;
document.querySelector('[data-focus]')?.focus();

document.addEventListener('change', (event) => {
  event.target.closest('[data-send-on-change]')?.requestSubmit();
});

// Two clicks make one order; the server ensures that too.
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.hasAttribute('data-quiet')) {
    event.preventDefault();
    sendQuietly(form, event.submitter);
  } else if (form.hasAttribute('data-once')) {
    const button = form.querySelector('button[data-busy]');
    setTimeout(() => {
      button.disabled = true;
      button.textContent = button.dataset.busy;
    });
  }
});
// After the back button from the cashier, the page is as it was and ready again.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

/** The result arrives as an event. */
async function sendQuietly(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  if (button) button.disabled = true;
  try {
    // Not form.action: a field with that name would replace it.
    const { ok } = await fetch(form.getAttribute('action'), { method: 'POST', body });
    if (!ok || !live) location.reload();
  } catch {
    location.reload();
  } finally {
    if (button) button.disabled = false;
  }
}

document.addEventListener('click', async (event) => {
  const summary = event.target.closest('summary');
  if (summary) summary.parentElement.dataset.touched = '';
  const card = event.target.closest('[data-card]');
  if (card) fillCard(card.dataset.card);
  const copy = event.target.closest('[data-copy]');
  if (copy) {
    await copyText(copy.dataset.copy);
    const words = copy.textContent;
    copy.textContent = 'Copied';
    setTimeout(() => {
      copy.textContent = words;
    }, 1500);
  }
});

function fillCard(number) {
  const fields = document.querySelector('.pay').elements;
  fields.cardNumber.value = number.replace(/(\d{4})(?=\d)/g, '$1 ');
  fields.expiry.value = '12/34';
  fields.cardCvv.value = '123';
}

async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // A page without https has no clipboard.
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

// Digits in groups while they are typed.
document.querySelector('input[name="cardNumber"]')?.addEventListener('input', ({ target }) => {
  if (target.selectionStart !== target.value.length) return;
  target.value = target.value
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');
});
document.querySelector('input[name="expiry"]')?.addEventListener('input', ({ target }) => {
  if (target.selectionStart !== target.value.length) return;
  const digits = target.value.replace(/\D/g, '').slice(0, 4);
  target.value = digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
});

let live = false;
const source = document.querySelector('[data-live-from]');
if (source) watch(source.dataset.liveFrom);

function watch(address) {
  const events = new EventSource(address);
  const show = (now) => {
    live = now;
    const label = document.querySelector('[data-live]');
    label.classList.toggle('on', now);
    label.querySelector('[data-live-words]').textContent = now ? 'Live' : 'Connecting …';
  };
  show(false);
  events.addEventListener('open', () => show(true));
  events.addEventListener('error', () => show(false));
  events.addEventListener('order', ({ data }) => {
    for (const { id, html } of JSON.parse(data)) place(id, html);
  });
}

/** Replaces a piece by its new version. Details that a reader opened stay open, and typed text stays. */
function place(id, html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  const piece = template.content.firstElementChild;
  const before = document.getElementById(id);
  if (before === null) {
    piece.classList.add('fresh');
    document.getElementById('steps').append(piece);
    return;
  }
  if (before.outerHTML === piece.outerHTML) return;
  for (const one of before.querySelectorAll('details[data-touched]')) {
    const twin = [...piece.querySelectorAll('details')].at(
      [...before.querySelectorAll('details')].indexOf(one),
    );
    if (twin) Object.assign(twin, { open: one.open }).dataset.touched = '';
  }
  for (const one of before.querySelectorAll('input[id]')) {
    const twin = piece.querySelector(`#${one.id}`);
    if (twin && one.value !== one.defaultValue) twin.value = one.value;
  }
  if (before.contains(document.activeElement)) {
    const { id: focused } = document.activeElement;
    before.replaceWith(piece);
    if (focused) document.getElementById(focused)?.focus();
  } else before.replaceWith(piece);
}
