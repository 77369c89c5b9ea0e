// The second choice of a method: a bank, a wallet, a way of UPI. It is a list of radio rows with logos; a long list can
// be searched.

import { useState } from 'preact/hooks';
import type { ShownSuboption } from '../../../gateway/src/http/cashier/state/state.ts';
import { t } from '../i18n.ts';
import { Fault } from '../parts/field.tsx';
import { Logo, Row } from './row.tsx';

interface Props {
  suboptions: readonly ShownSuboption[];
  chosen: ShownSuboption | null;
  legend: string;
  fault: string | undefined;
  onChoose: (id: string) => void;
}

export const SUBOPTION_ID = 'suboption';
const MANY = 8;

export function Suboptions({ suboptions, chosen, legend, fault, onChoose }: Props) {
  const [sought, setSought] = useState('');
  const isLong = suboptions.length > MANY;
  const shown = isLong ? suboptions.filter((one) => plain(one.name).includes(plain(sought))) : suboptions;
  // The radio button that gets the focus, by the tab key or after a fault.
  const first = shown.includes(chosen!) ? chosen : shown[0];
  return (
    <fieldset class="suboptions" aria-describedby={fault && `${SUBOPTION_ID}-fault`}>
      <legend class="label">{legend}</legend>
      {isLong && (
        <input
          class="input search"
          type="search"
          aria-label={t('choose.search')}
          placeholder={t('choose.search')}
          autoComplete="off"
          value={sought}
          onInput={({ currentTarget }) => setSought(currentTarget.value)}
          // Enter searches, and does not pay.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div class={isLong ? 'rows long' : 'rows'}>
        {shown.map((one) => (
          <Row
            key={one.id}
            name="suboption"
            id={one === first ? SUBOPTION_ID : undefined}
            checked={one === chosen}
            onChoose={() => onChoose(one.id)}
          >
            <span class="row-text">{isOwnWay(one) ? t(`method.${one.method}`) : one.name}</span>
            <Logo url={one.logoUrl} />
          </Row>
        ))}
        {shown.length === 0 && <p class="row muted">{t('choose.search.none')}</p>}
      </div>
      <Fault id={`${SUBOPTION_ID}-fault`} text={fault} />
    </fieldset>
  );
}

/** UPI by QR code and by transfer are kinds of payment, not names of banks. */
const isOwnWay = ({ method }: ShownSuboption) => method.startsWith('upi-');

/** 'Crédit' is found by 'credit'. */
const plain = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
