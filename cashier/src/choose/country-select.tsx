// The shopper's country. The page asks for it only if methods differ by country and nobody has named it yet.

import { compareWords, countryName, t } from '../i18n.ts';
import { Field } from '../parts/field.tsx';

interface Props {
  codes: readonly string[];
  chosen: string | null;
  fault: boolean;
  onChoose: (code: string) => void;
}

export const COUNTRY_ID = 'country';

export function CountrySelect({ codes, chosen, fault, onChoose }: Props) {
  const countries = codes.map((code) => ({ code, name: countryName(code) }));
  countries.sort((a, b) => compareWords(a.name, b.name));
  return (
    <Field id={COUNTRY_ID} label={t('choose.country')} fault={fault ? t('missing.country') : null}>
      {(wiring) => (
        <select
          {...wiring}
          class="input"
          name="country"
          autoComplete="country"
          value={chosen ?? ''}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        >
          {chosen === null && <option value="">{t('choose.country.choose')}</option>}
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
