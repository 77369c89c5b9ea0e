// Settings › General: the brand's name, the time zone for every screen and every export, and how long personal data is
// kept.
import { Select, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { CopyId } from '../../parts/copy-id.tsx';
import { exactTime } from '../../parts/format.ts';
import { useNow } from '../../parts/time.tsx';
import { useCan } from '../../shell/session/session.ts';
import { SaveBar } from './frame/save-bar.tsx';
import { Setting, SettingsFrame } from './frame/settings-frame.tsx';
import { useDraft } from './frame/use-draft.ts';
import { useSettings } from './frame/use-settings.ts';
import classes from './settings.module.css';

export function General() {
  const { settings, change, reload } = useSettings();
  const mayChange = useCan('settings.business');
  const stored = useMemo(
    () => ({
      name: settings.name,
      timeZone: settings.timeZone,
      personalDataMonths: settings.personalDataMonths,
    }),
    [settings],
  );
  const draft = useDraft(stored);
  const now = useNow();
  const zones = useMemo(() => zoneOptions(settings.timeZone), [settings.timeZone]);
  return (
    <SettingsFrame
      title="General"
      lead="The name of the brand, its time zone, and how long personal data is kept."
      readOnly={!mayChange && 'An owner'}
    >
      <fieldset className={classes.form} disabled={!mayChange}>
        <Setting
          title="Name"
          field={
            <TextInput
              aria-label="Name"
              maxLength={255}
              value={draft.value.name}
              error={draft.faults.name}
              onChange={({ currentTarget }) => draft.set('name', currentTarget.value)}
            />
          }
        >
          For the portal and exports. Shoppers see it too, unless the cashier look has another name.
        </Setting>
        <Setting
          title="Time zone"
          field={
            <>
              <Select
                aria-label="Time zone"
                searchable
                allowDeselect={false}
                disabled={!mayChange}
                nothingFoundMessage="No time zone has this name"
                data={zones}
                limit={60}
                value={draft.value.timeZone}
                error={draft.faults.timeZone}
                onChange={(zone) => zone && draft.set('timeZone', zone)}
              />
              <p className={classes.quiet}>Now: {exactTime(now, draft.value.timeZone)}</p>
            </>
          }
        >
          All times on screens and in exports are in this zone, and a day of a report begins at its midnight.
          A change moves the days of reports from now on, also of past days.
        </Setting>
        <Setting
          title="Personal data"
          field={
            <Select
              aria-label="Personal data is kept"
              allowDeselect={false}
              disabled={!mayChange}
              data={keepingOptions(settings.personalDataMonths)}
              value={String(draft.value.personalDataMonths ?? FOR_EVER)}
              error={draft.faults.personalDataMonths}
              onChange={(months) =>
                months && draft.set('personalDataMonths', months === FOR_EVER ? null : Number(months))
              }
            />
          }
        >
          How long after the end of a payment it names its customer. Then names, addresses, e-mail and cards
          are erased, also from past payments, and cannot be brought back. Amounts, references and the balance
          stay. Saved cards go when their customer has not paid for so long.
        </Setting>
        <Setting title="Brand id" field={<CopyId value={settings.brandId} label="brand id" whole />}>
          Give it to support.
        </Setting>
      </fieldset>
      <SaveBar
        draft={draft}
        reload={reload}
        fields={['name', 'timeZone', 'personalDataMonths']}
        save={() => change('business', draft.changes, draft.seen)}
      />
    </SettingsFrame>
  );
}

const FOR_EVER = 'keep';
const USUAL_MONTHS = [6, 12, 18, 24, 36, 60, 84, 120];

/** "For ever" first. A length that was set over the API is always included. */
function keepingOptions(stored: number | null) {
  const months = [...new Set([...USUAL_MONTHS, ...(stored === null ? [] : [stored])])].sort((a, b) => a - b);
  return [
    { value: FOR_EVER, label: 'Kept for ever' },
    ...months.map((count) => ({
      value: String(count),
      label: `Kept for ${count} month${count === 1 ? '' : 's'}`,
    })),
  ];
}

/** UTC first, then the browser's list of places. The stored one is always included. */
function zoneOptions(stored: string): string[] {
  return [...new Set(['UTC', stored, ...Intl.supportedValuesOf('timeZone')])];
}
