// A code to scan, to copy, or to open in an app of this phone, and how long it is valid. The page must never keep the
// code.

import type { CashierState, QrScreen } from '../../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../../api.ts';
import { formatAmount, t } from '../../i18n.ts';
import { LinkButton } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Fact, Facts } from '../facts.tsx';
import { Leave } from '../leave.tsx';
import { onPhone, own } from '../words.ts';
import { Steps } from './steps.tsx';
import { TimeLeft, useOver } from './time-left.tsx';

interface Props {
  state: CashierState;
  screen: QrScreen;
}

export function Qr({ state, screen, act }: Props & { act: Actions }) {
  const { method, image, mayLeave } = screen;
  const [isOver, end] = useOver(state.expiresAt);
  return (
    <section class="show stack">
      <div class="title-row">
        <h1 tabIndex={-1}>{own('qr.title', method, { currency: state.amount.currency })}</h1>
        {!isOver && <TimeLeft until={state.expiresAt} onEnd={end} />}
      </div>
      {isOver ? (
        <TimeLeft until={state.expiresAt} />
      ) : (
        <>
          {onPhone && <Shortcuts state={state} screen={screen} />}
          <img class="qr" src={image} alt={t('qr.image')} width="264" height="264" />
          <Steps start="qr.step" names={['open', 'scan', 'confirm']} method={method} />
          {!onPhone && <Shortcuts state={state} screen={screen} />}
        </>
      )}
      <p class="muted small">{t('close', { brand: state.brand.name })}</p>
      <Leave state={state} act={act} may={mayLeave} />
    </section>
  );
}

/** For the phone that shows the code; on other devices the button is below the code. */
function Shortcuts({ state, screen }: Props) {
  const { method, code, appLink } = screen;
  return (
    <>
      {appLink !== null && onPhone && (
        <LinkButton kind="primary" href={appLink}>
          {t('qr.open')}
        </LinkButton>
      )}
      {method === 'crypto' && <Coins state={state} code={code} />}
      {appLink === null && code !== '' && (
        <div class={onPhone ? 'code first' : 'code'}>
          <p class="mono" id="code" dir="ltr">
            {code}
          </p>
          <CopyButton text={code} name={own('qr.code', method)} shownIn="code" wide />
        </div>
      )}
      {onPhone && code !== '' && <p class="muted small">{t('qr.or')}</p>}
    </>
  );
}

function Coins({ state, code }: { state: CashierState; code: string }) {
  const { network, address } = payee(code);
  return (
    <Facts>
      <Fact label={t('qr.amount')} copy={state.amount.value} isCode>
        {formatAmount(state.amount)}
      </Fact>
      <Fact label={t('qr.address')} copy={address} isCode>
        <span class="mono">{address}</span>
      </Fact>
      <Fact label={t('qr.network')}>{network}</Fact>
    </Facts>
  );
}

/** In an ERC-681 link the path names the token's contract. Money sent there is lost. The receiver is in `address`. */
function payee(uri: string): { network: string; address: string } {
  const [, scheme = '', path = uri, query = ''] = /^(\w+):([^?]*)(?:\?(.*))?$/s.exec(uri) ?? [];
  const address = new URLSearchParams(query).get('address') ?? path;
  return { network: scheme.charAt(0).toUpperCase() + scheme.slice(1), address };
}
