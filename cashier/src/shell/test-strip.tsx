// In test: a thin strip that says so, with the simulator behind one click: cards that fill the form, and buttons that
// decide how the payment ends. It must stay above the real page, never within it.

import { useRef, useState } from 'preact/hooks';
import type { CashierState, Simulation } from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../api.ts';
import { t } from '../i18n.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { AMOUNTS, CAPTURE_AMOUNTS, fillCard, LATER_CARDS, TEST_CARDS } from './test-cards.ts';

const OUTCOMES: Simulation['outcome'][] = ['COMPLETED', 'DECLINED', 'ERROR', 'EXPIRED'];
/** What the merchant and the provider do with an authorised payment. */
const OF_HELD: Simulation['outcome'][] = ['CAPTURED', 'CAPTURED_PART', 'CAPTURE_FAILED', 'EXPIRED'];

export function TestStrip({ state, act }: { state: CashierState; act: Actions }) {
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { screen, isAtProvider, isCapturedLater } = state;
  const simulated = screen.name === 'choose' ? screen.options.filter((one) => !one.isAtProvider) : [];
  const hasCards = simulated.some(({ type, fields }) => type === 'CARD' && fields.length > 0);
  /** Only a real provider decides about a payment that was sent there. */
  const outcomes = isAtProvider ? [] : outcomesOf(state);
  const isOffered = outcomes.length > 0;
  const isCharged = screen.name === 'end' && screen.outcome === 'completed';
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
                      <span class="number">{inFours(number)}</span>
                      <span>{t(`test.card.${name}`)}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section>
            <h2>{t(screen.name === 'end' ? 'test.capture' : 'test.outcome')}</h2>
            <div class="outcomes">
              {outcomes.map((outcome) => (
                <Button key={outcome} disabled={act.busy !== null} onClick={() => simulate(outcome)}>
                  {t(`test.outcome.${outcome === 'COMPLETED' && isCapturedLater ? 'AUTHORISED' : outcome}`)}
                </Button>
              ))}
            </div>
            <p role="status">{fault}</p>
          </section>
          {screen.name !== 'end' && (
            <Numbers
              title={t('test.amounts')}
              numbers={AMOUNTS}
              others={isCapturedLater ? 'AUTHORISED' : 'COMPLETED'}
            />
          )}
          {isCapturedLater && !isCharged && (
            <Numbers title={t('test.captures')} numbers={CAPTURE_AMOUNTS} others="COMPLETED" />
          )}
          {state.mandate !== null && <LaterCharges />}
        </div>
      )}
    </aside>
  );
}

/** Empty: nothing is left to decide. */
function outcomesOf({ screen, isCapturedLater }: CashierState): Simulation['outcome'][] {
  if (screen.name !== 'end') return OUTCOMES;
  if (screen.outcome === 'held') return OF_HELD;
  return screen.outcome === 'completed' && isCapturedLater ? ['CAPTURE_FAILED'] : [];
}

interface NumbersProps {
  title: string;
  numbers: typeof AMOUNTS | typeof CAPTURE_AMOUNTS;
  /** The outcome of all other amounts. */
  others: 'COMPLETED' | 'AUTHORISED';
}

/** Amounts by their last two digits, and how each ends. */
function Numbers({ title, numbers, others }: NumbersProps) {
  return (
    <section>
      <h2>{title}</h2>
      <ul class="cards amounts">
        {numbers.map(({ digits, outcome }) => (
          <li key={digits} class="tile">
            <span class="number">{digits}</span>
            <span>{t(outcome === null ? 'test.card.silent' : `test.outcome.${outcome}`)}</span>
          </li>
        ))}
        <li class="tile">
          <span class="number">{t('test.amounts.others')}</span>
          <span>{t(`test.outcome.${others}`)}</span>
        </li>
      </ul>
    </section>
  );
}

/** How the later charges of a mandate end. */
function LaterCharges() {
  return (
    <section>
      <h2>{t('test.later')}</h2>
      <ul class="cards">
        {LATER_CARDS.map(({ name, number }) => (
          <li key={number} class="tile">
            <span class="number">{inFours(number)}</span>
            <span>{t(`test.later.${name}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const inFours = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');
