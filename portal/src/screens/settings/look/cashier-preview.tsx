// The cashier beside the form of its look: the first screen on a phone, drawn with the cashier's own style sheets in a
// shadow tree, so that neither page's styles reach the other. It is a picture: nothing in it can be pressed. A script adopts
// the sheets, which the page's policy allows; light or dark is chosen here and not by the device.
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import base from '../../../../../cashier/styles/base.css?inline';
import choose from '../../../../../cashier/styles/choose.css?inline';
import fields from '../../../../../cashier/styles/fields.css?inline';
import order from '../../../../../cashier/styles/order.css?inline';
import shell from '../../../../../cashier/styles/shell.css?inline';
import tokens from '../../../../../cashier/styles/tokens.css?inline';
import { accentPair } from '../../../../../gateway/src/domain/merchants/accent-colour.ts';
import { BASE } from '../../../api/client.ts';
import { moneyText } from '../../../parts/format.ts';
import classes from '../settings.module.css';
import { shownLogo } from './shown-logo.ts';

interface Props {
  name: string;
  logo: string | null;
  accent: string;
  radius: number;
  scheme: 'light' | 'dark';
  /** The methods that are on, in their order; undefined while they are loading. */
  methods: readonly PreviewMethod[] | undefined;
}

interface PreviewMethod {
  optionId: string;
  name: string;
  logo: string;
}

const MOST_METHODS = 4;

export function CashierPreview({ name, logo, accent, radius, scheme, methods = [] }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [tree, setTree] = useState<ShadowRoot | null>(null);
  useEffect(() => {
    const element = host.current;
    if (element) setTree(element.shadowRoot ?? element.attachShadow({ mode: 'open' }));
  }, []);
  useEffect(() => {
    if (!tree) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(stylesOf(scheme));
    tree.adoptedStyleSheets = [sheet];
  }, [tree, scheme]);
  useEffect(() => {
    const style = host.current?.style;
    if (!style) return;
    const { light, dark } = accentPair(accent);
    style.setProperty('--light-accent', light.accent);
    style.setProperty('--light-on-accent', light.onAccent);
    style.setProperty('--dark-accent', dark.accent);
    style.setProperty('--dark-on-accent', dark.onAccent);
    style.setProperty('--radius', `${radius}px`);
  }, [accent, radius]);
  return (
    <div className={classes.phone}>
      <div ref={host} role="img" aria-label={`The cashier of ${name}`} data-testid="cashier-preview" />
      {tree && createPortal(<FirstScreen name={name} logo={logo} methods={methods} />, tree)}
    </div>
  );
}

/** The same markup as shell/order.tsx and choose/row.tsx of the cashier. */
function FirstScreen({
  name,
  logo,
  methods,
}: Pick<Props, 'name' | 'logo'> & { methods: readonly PreviewMethod[] }) {
  const amount = moneyText(25, 'EUR');
  const [first, ...others] = methods.slice(0, MOST_METHODS);
  return (
    <div className="html" inert>
      <div className="body">
        <div className="page">
          <header className="order">
            <div className="who">
              {logo ? (
                <img className="logo" src={shownLogo(logo)} alt="" width="44" height="44" />
              ) : (
                <span className="logo letter">{[...name.trim()][0]?.toUpperCase() ?? ''}</span>
              )}
              <p className="what">Pay {name}</p>
            </div>
            <p className="amount">
              <bdi className="number">{amount}</bdi>
            </p>
          </header>
          <main className="task">
            <div className="screen">
              <section className="stack">
                <h1>How would you like to pay?</h1>
                <div className="methods">
                  {first && (
                    <div className="method open">
                      <Row method={first} checked />
                      <div className="method-body stack">
                        <span className="button primary wide">
                          <span>Pay {amount}</span>
                        </span>
                      </div>
                    </div>
                  )}
                  {others.map((method) => (
                    <div className="method" key={method.optionId}>
                      <Row method={method} checked={false} />
                    </div>
                  ))}
                </div>
              </section>
            </div>
          </main>
        </div>
      </div>
    </div>
  );
}

function Row({ method: { name, logo }, checked }: { method: PreviewMethod; checked: boolean }) {
  return (
    <div className="row">
      <input type="radio" className="radio" readOnly checked={checked} />
      <span className="row-text">{name}</span>
      <img className="method-logo" src={`${BASE}/assets/logos/${logo}`} alt="" />
    </div>
  );
}

const SHEETS = [tokens, base, fields, shell, order, choose].join('\n');

/** The same rules for a shadow root: root and body are elements, the width is that of a phone, the scheme is the chosen one. */
function stylesOf(scheme: 'light' | 'dark'): string {
  return `${SHEETS.replaceAll(':root', ':host')
    .replaceAll(/(^|[\s,}])html(?=[\s,{])/g, '$1.html')
    .replaceAll(/(^|[\s,}])body(?=[\s,{])/g, '$1.body')
    .replaceAll('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all')
    .replaceAll('(prefers-color-scheme: dark)', scheme === 'dark' ? 'all' : 'not all')
    .replaceAll(/@media ?\(min-width/g, '@media (min-width: 1000rem) and (min-width')}
    :host { display: block; color-scheme: ${scheme}; }
    .body { min-block-size: 0; }
    .page { min-block-size: 0; }`;
}
