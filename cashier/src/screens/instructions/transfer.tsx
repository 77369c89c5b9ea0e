// Where to send the money: each value with a copy button, the code that a banking app scans, the shops for cash, and
// the form for the proof of payment. With a code it prints on one page, so that a payer can scan it from paper.

import type { CashierState, TransferScreen } from '../../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../../api.ts';
import { formatAmount, formatDateTime, t, unbroken } from '../../i18n.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ConfirmForm } from '../confirm.tsx';
import { Fact, Facts, Groups } from '../facts.tsx';
import { Leave } from '../leave.tsx';
import { inGroups, own } from '../words.ts';
import { Steps } from './steps.tsx';
import { TimeLeft } from './time-left.tsx';

export function Transfer({
  state,
  screen,
  act,
}: {
  state: CashierState;
  screen: TransferScreen;
  act: Actions;
}) {
  const { method, flow, bankName, details, locations, qrCode, confirm, mayLeave } = screen;
  const variants = [method, flow];
  const named = { name: unbroken(screen.methodName) };
  const { amount, brand, expiresAt } = state;
  const hasReference = details.some(({ name }) => name === 'reference');
  return (
    <section class="show stack">
      <h1 tabIndex={-1}>{own('transfer.title', variants, named)}</h1>
      {flow === 'mobile' ? (
        <Steps start="mobile.step" names={mobileSteps(confirm)} method={method} values={named} />
      ) : (
        <p>{own('transfer.text', variants, { name: bankName ?? '' })}</p>
      )}
      <TimeLeft until={expiresAt} label="left.payUntil" />
      <Facts>
        <Fact label={t('transfer.amount')} copy={amount.value}>
          {formatAmount(amount)}
        </Fact>
        {details.map(({ name, value }) => (
          <Detail key={name} name={name} value={value} method={method} />
        ))}
        {bankName !== null && <Fact label={own('transfer.bank', variants)}>{bankName}</Fact>}
      </Facts>
      <Notice>{t(hasReference ? 'transfer.exact' : 'transfer.exactAmount')}</Notice>
      {qrCode !== null && <Code image={qrCode} expiresAt={expiresAt} />}
      {locations.length > 0 && <Places locations={locations} />}
      {confirm === null ? (
        <p class="muted small">{own('transfer.after', variants, { brand: brand.name })}</p>
      ) : (
        <ConfirmForm by={confirm.by} act={act} />
      )}
      <Leave state={state} act={act} may={mayLeave} />
    </section>
  );
}

const mobileSteps = (confirm: TransferScreen['confirm']) =>
  confirm?.by === 'transaction-id' ? ['menu', 'send', 'code'] : ['menu', 'send'];

/** On paper the code is below the account, with the last day on which it is valid. */
function Code({ image, expiresAt }: { image: string; expiresAt: string | null }) {
  return (
    <>
      <div class="slip">
        <p>{t('transfer.scan')}</p>
        <img class="qr" src={image} alt={t('qr.image')} width="264" height="264" />
        {expiresAt !== null && (
          <p class="on-paper">{t('left.payUntil', { date: formatDateTime(expiresAt) })}</p>
        )}
      </div>
      <Button icon="print" onClick={() => print()}>
        {t('voucher.print')}
      </Button>
    </>
  );
}

/** An IBAN is shown in groups of four, and copied without them. */
function Detail({ name, value, method }: { name: string; value: string; method: string }) {
  return (
    <Fact label={own(`transfer.${name}`, method)} copy={value} isCode={name !== 'beneficiary'}>
      {name === 'iban' ? <Groups of={inGroups(value, 4)} /> : value}
    </Fact>
  );
}

function Places({ locations }: Pick<TransferScreen, 'locations'>) {
  return (
    <>
      <h2>{t('transfer.places')}</h2>
      <ul class="places">
        {locations.map(({ name, address, city, mapUrl }) => (
          <li key={name + address}>
            <p>
              <strong>{name}</strong>
              <br />
              {address}, {city}
            </p>
            {mapUrl !== null && (
              <LinkButton icon="pin" href={mapUrl} outside>
                {t('transfer.map')}
                <span class="hidden-visually"> {name}</span>
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
