// One labelled input with its hint and its fault.
import { type Html, html } from '../html.ts';

export interface Field {
  name: string;
  label: string;
  value?: string;
  type?: string;
  hint?: string;
  inputmode?: string;
  autocomplete?: string;
  most?: number;
  fault?: string | undefined;
}

export function fieldOf(field: Field): Html {
  const { name, label, value = '', type = 'text', hint, inputmode, fault } = field;
  return html`<div class="field${fault && ' faulty'}">
<label for="${name}">${label}${hint && html` <span class="hint">${hint}</span>`}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${field.autocomplete ?? 'off'}" spellcheck="false"${
    inputmode && html` inputmode="${inputmode}"`
  }${field.most && html` maxlength="${field.most}"`}${
    fault && html` aria-invalid="true" aria-describedby="${name}-fault"`
  }>
${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}
</div>`;
}
