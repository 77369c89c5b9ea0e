// The foot of the page: who processes the payment, and the language.

import { useState } from 'preact/hooks';
import type { CashierState, Start } from '../../../gateway/src/http/cashier/state/state.ts';
import { changeLanguage } from '../change-language.ts';
import { currentLanguage, type Language, t } from '../i18n.ts';
import { Icon } from '../parts/icon.tsx';

interface Props {
  kind: CashierState['kind'];
  languages: Start['languages'];
}

export function Foot({ kind, languages }: Props) {
  // The choice is shown at once, while its texts load.
  const [asked, setAsked] = useState<Language | null>(null);
  async function choose(language: Language) {
    setAsked(language);
    await changeLanguage(language);
    setAsked(null);
  }
  return (
    <footer class="foot">
      <p class="secure">
        <Icon name="lock" />
        <span>{t(kind === 'payin' ? 'shell.secure' : 'shell.securePayout')}</span>
      </p>
      <label class="language">
        <Icon name="globe" />
        <span class="hidden-visually">{t('shell.language')}</span>
        <select
          value={asked ?? currentLanguage()}
          onChange={(event) => choose(event.currentTarget.value as Language)}
        >
          {languages.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </label>
    </footer>
  );
}
