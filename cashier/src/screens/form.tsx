// A form of the provider, for the mandate of a direct debit or for a bank's page that wants a POST. The shopper sees
// the fields that are not hidden, and the browser posts the form to the provider's page. If nothing is left to fill in,
// the browser posts it at once (auto-continue.ts).

import { useRef, useState } from 'preact/hooks';
import type { CashierState, FormScreen } from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../api.ts';
import { t } from '../i18n.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { useAutoContinue } from './auto-continue.ts';
import { Picture } from './instructions/picture.tsx';
import { TimeLeft } from './instructions/time-left.tsx';
import { Leave } from './leave.tsx';

const SHAPES = { mandate: 'receipt', 'card-check': 'shield', bank: 'bank', wallet: 'wallet' } as const;

export function FormPost({ state, screen, act }: { state: CashierState; screen: FormScreen; act: Actions }) {
  const { to, url, method, fields, mayLeave } = screen;
  const isMandate = to === 'mandate';
  const [missing, setMissing] = useState<string[]>([]);
  const form = useRef<HTMLFormElement>(null);
  useAutoContinue(url, () => fields.every(({ hidden }) => hidden) && form.current?.submit());
  const check = (event: SubmitEvent) => {
    const shown = event.currentTarget as HTMLFormElement;
    const given = new FormData(shown);
    const left = fields.filter(({ name, required, hidden }) => required && !hidden && !given.get(name));
    setMissing(left.map(({ name }) => name));
    if (left[0] === undefined) return;
    event.preventDefault();
    (shown.elements.namedItem(left[0].name) as HTMLElement | null)?.focus();
  };
  return (
    <section class="show stack told">
      <Picture shape={SHAPES[to]} tone="accent" />
      <h1 tabIndex={-1}>{t(isMandate ? 'form.title' : `go.${to}.title`)}</h1>
      <p>{t(isMandate ? 'form.text' : `go.${to}.text`, { brand: state.brand.name })}</p>
      <TimeLeft until={state.expiresAt} />
      <form
        class="stack"
        ref={form}
        action={url}
        method={method === 'GET' ? 'get' : 'post'}
        target="_top"
        noValidate
        onSubmit={check}
      >
        {fields.map(({ name, label, hidden, value, required }, at) =>
          hidden ? (
            <input key={name} type="hidden" name={name} value={value} />
          ) : (
            <Field
              key={name}
              id={`form-${at}`}
              label={label}
              optional={!required}
              fault={missing.includes(name) ? t('form.missing') : null}
            >
              {(wiring) => <input class="input" name={name} defaultValue={value} {...wiring} />}
            </Field>
          ),
        )}
        <Button kind="primary" submit>
          {t(isMandate ? 'form.button' : `go.${to}.button`)}
        </Button>
      </form>
      <Leave state={state} act={act} may={mayLeave} />
    </section>
  );
}
