// One field of a method: a text that is grouped while it is typed, or a choice among a few values. A fault is shown
// only after the shopper has left the field or pressed the button; typing removes it.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ShownField } from '../../../gateway/src/http/cashier/state/state.ts';
import { hasText, t } from '../i18n.ts';
import { Fault, Field } from '../parts/field.tsx';
import { cvvBrand, ruleOf, type Surroundings } from './field-rules.ts';
import { retype } from './retype.ts';
import { CvvPicture, SchemeMark } from './scheme-marks.tsx';

type Typing = InputEvent & { currentTarget: HTMLInputElement };

interface Props {
  field: ShownField;
  place: Surroundings;
  /** A sentence, or nothing. */
  fault: string | undefined;
  isLast: boolean;
  onChange: (value: string) => void;
  onLeave: () => void;
}

/** Used to focus the first fault. */
export const entryId = (name: string) => `field-${name}`;

export function Entry(props: Props) {
  return props.field.values.length > 0 ? <Choice {...props} /> : <Text {...props} />;
}

function Text({ field: { name, required }, place, fault, isLast, onChange, onLeave }: Props) {
  const rule = ruleOf(name, place);
  const value = place.values[name] ?? '';
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const brand = name === 'cardNumber' || name === 'cardCvv' ? cvvBrand(place.values) : null;

  function onInput({ currentTarget, inputType }: Typing) {
    let { value: text } = currentTarget;
    if (rule.mask) {
      const at = currentTarget.selectionStart ?? text.length;
      const deleting = inputType === 'deleteContentBackward';
      const typed = retype(rule.mask, { text, caret: at, before: value, deleting });
      text = typed.text;
      currentTarget.value = text;
      caret.current = typed.caret;
      currentTarget.setSelectionRange(typed.caret, typed.caret);
    }
    onChange(text);
  }

  const isInFront = brand?.cvv[0] === 4;
  const hintKey = name === 'cardCvv' ? `hint.cardCvv.${isInFront ? 4 : 3}` : `hint.${rule.words}`;
  return (
    <div class={`entry ${name === 'expiry' || name === 'cardCvv' ? 'half' : ''}`}>
      <Field
        id={entryId(name)}
        label={t(`field.${rule.words}`)}
        hint={!fault && hasText(hintKey) ? t(hintKey) : null}
        fault={fault}
        optional={!required}
      >
        {(wiring) => (
          <span class="with-mark">
            <input
              {...wiring}
              ref={input}
              class={`input${rule.ltr ? ' ltr number' : ''}`}
              name={name}
              value={value}
              onInput={onInput}
              onBlur={onLeave}
              inputMode={rule.inputMode}
              autoComplete={rule.autoComplete}
              autoCapitalize={rule.capitals ? 'characters' : rule.ltr ? 'off' : 'words'}
              autoCorrect="off"
              spellcheck={false}
              enterKeyHint={isLast ? 'go' : 'next'}
              maxLength={rule.longest}
              aria-required={required}
              placeholder={placeholderOf(rule.words)}
            />
            {name === 'cardNumber' && brand!.name && <SchemeMark brand={brand!.name} />}
            {name === 'cardCvv' && <CvvPicture inFront={isInFront} />}
          </span>
        )}
      </Field>
    </div>
  );
}

const placeholderOf = (words: string) => (hasText(`example.${words}`) ? t(`example.${words}`) : undefined);

function Choice({ field: { name, values }, place, fault, onChange }: Props) {
  const id = entryId(name);
  return (
    <fieldset class="entry" aria-describedby={fault && `${id}-fault`}>
      <legend class="label">{t(`field.${name}`)}</legend>
      <div class="chips">
        {values.map((value, i) => (
          <label key={value} class="chip">
            <input
              type="radio"
              id={i === 0 ? id : undefined}
              name={name}
              value={value}
              checked={place.values[name] === value}
              onChange={() => onChange(value)}
            />
            <span>{hasText(`value.${value}`) ? t(`value.${value}`) : value}</span>
          </label>
        ))}
      </div>
      <Fault id={`${id}-fault`} text={fault} />
    </fieldset>
  );
}
