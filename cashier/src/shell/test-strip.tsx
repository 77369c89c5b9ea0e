// In test: a thin strip that says so, with the simulator behind one click: cards that fill the form, and buttons that
// decide how the payment ends. It must stay above the real page, never within it.

import { useRef, useState } from 'preact/hooks';
import type { CashierState, Simulation } from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../api.ts';
import { t } from '../i18n.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { AMOUNTS, fillCard, TEST_CARDS } from './test-cards.ts';

const OUTCOMES: Simulation['outcome'][] = ['COMPLETED', 'DECLINED', 'ERROR', 'EXPIRED'];

export function TestStrip({ state, act }: { state: CashierState; act: Actions }) {
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { screen, isAtProvider } = state;
  const simulated = screen.name === 'choose' ? screen.options.filter((one) => !one.isAtProvider) : [];
  const hasCards = simulated.some(({ type, fields }) => type === 'CARD' && fields.length > 0);
  /** Only a real provider decides about a payment that was sent there. */
  const isOffered = screen.name !== 'end' && !isAtProvider;
  function fill(number: string) {
    setOpen(false);
    toggle.current?.focus();
    fillCard(number);
  }
  async function simulate(outcome: Simulation['outcome']) {
    setFault(null);
    const result = await act.simulate(outcome);
    if (result.ok) setOpen(false);
    else setFault(Object.values(result.faults)[0] ?? t('test.failed'));
  }
  return (
    <aside class="test no-print" aria-label={t('test.label')}>
      <div class="strip">
        <p>
          <strong>{t('test.mode')}</strong>{' '}
          <span>{t(isAtProvider ? 'test.atProvider' : 'test.noMoney')}</span>
        </p>
        {isOffered && (
          <button
            type="button"
            ref={toggle}
            aria-expanded={isOpen}
            aria-controls="simulator"
            onClick={() => setOpen(!isOpen)}
          >
            {t('test.open')}
            <Icon name="down" />
          </button>
        )}
      </div>
      {isOpen && isOffered && (
        <div class="simulator" id="simulator">
          {hasCards && (
            <section>
              <h2>{t('test.cards')}</h2>
              <ul class="cards">
                {TEST_CARDS.map(({ name, number }) => (
                  <li key={number}>
                    <button type="button" class="tile" onClick={() => fill(number)}>
                      <span class="number">{number.replace(/(\d{4})(?=\d)/g, '$1 ')}</span>
                      <span>{t(`test.card.${name}`)}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section>
            <h2>{t('test.outcome')}</h2>
            <div class="outcomes">
              {OUTCOMES.map((outcome) => (
                <Button key={outcome} disabled={act.busy !== null} onClick={() => simulate(outcome)}>
                  {t(`test.outcome.${outcome}`)}
                </Button>
              ))}
            </div>
            <p role="status">{fault}</p>
          </section>
          <section>
            <h2>{t('test.amounts')}</h2>
            <ul class="cards amounts">
              {AMOUNTS.map(({ digits, outcome }) => (
                <li key={digits} class="tile">
                  <span class="number">{digits}</span>
                  <span>{t(outcome === null ? 'test.card.silent' : `test.outcome.${outcome}`)}</span>
                </li>
              ))}
              <li class="tile">
                <span class="number">{t('test.amounts.others')}</span>
                <span>{t('test.outcome.COMPLETED')}</span>
              </li>
            </ul>
          </section>
        </div>
      )}
    </aside>
  );
}
