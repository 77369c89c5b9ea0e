// Values under their labels, with a copy button if it helps: transfer details, a receipt.

import type { ComponentChildren } from 'preact';
import { CopyButton } from '../parts/copy-button.tsx';

export function Facts({ children }: { children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>;
}

interface Props {
  label: string;
  children: ComponentChildren;
  /** The text to copy; without it there is no copy button. */
  copy?: string;
  /** Numbers and codes run left to right in every language. */
  isCode?: boolean;
}

export function Fact({ label, children, copy, isCode = false }: Props) {
  const id = `fact-${label}`.replaceAll(/\s/g, '-');
  return (
    <div class="fact">
      <dt>{label}</dt>
      <dd>
        <bdi id={id} class="number" dir={isCode ? 'ltr' : undefined}>
          {children}
        </bdi>
      </dd>
      {copy !== undefined && (
        <dd class="fact-copy">
          <CopyButton text={copy} name={label} shownIn={id} />
        </dd>
      )}
    </div>
  );
}

/** A long number in groups that stay together at a line break. Styles draw the gaps, so that nobody copies them. */
export function Groups({ of }: { of: string[] }) {
  return of.map((group, at) => (
    <span key={at} class="group">
      {group}
      <wbr />
    </span>
  ));
}
