// A radio button and its content in one row that can be pressed anywhere, for the lists of methods, banks and wallets,
// and saved cards.

import type { ComponentChildren } from 'preact';

interface Props {
  name: string;
  id?: string | undefined;
  checked: boolean;
  onChoose: () => void;
  children: ComponentChildren;
}

export function Row({ name, id, checked, onChoose, children }: Props) {
  return (
    <label class="row">
      <input type="radio" class="radio" name={name} id={id} checked={checked} onChange={onChoose} />
      {children}
    </label>
  );
}

export function Logo({ url }: { url: string }) {
  return <img class="method-logo" src={url} alt="" width="40" height="25" />;
}
