// A label, its input, a hint and its fault, connected for a screen reader: pass the argument of `children` to the
// input. `fault`: a whole sentence that says what to do.

import type { ComponentChildren } from 'preact';
import { t } from '../i18n.ts';
import { Icon } from './icon.tsx';

interface Wiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface Props {
  id: string;
  label: string;
  hint?: string | null;
  fault?: string | null;
  optional?: boolean;
  children: (wiring: Wiring) => ComponentChildren;
}

export function Field({ id, label, hint, fault, optional, children }: Props) {
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>
        {label} {optional && <span class="optional">{t('parts.optional')}</span>}
      </label>
      <div class="field-rest">
        {children({
          id,
          'aria-describedby': described || undefined,
          'aria-invalid': fault ? true : undefined,
        })}
        {hint && (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
        <Fault id={`${id}-fault`} text={fault} />
      </div>
    </div>
  );
}

export function Fault({ id, text }: { id?: string; text: string | null | undefined }) {
  if (!text) return null;
  return (
    <p class="fault" id={id}>
      <Icon name="alert" />
      <span>{text}</span>
    </p>
  );
}
