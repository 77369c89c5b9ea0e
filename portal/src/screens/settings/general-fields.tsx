// The fields of the general settings that are more than a text: the time zone, the hour of the daily mail, and how long
// personal data is kept.
import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { countText, exactTime } from '../../parts/format.ts';
import { useNow } from '../../parts/time.tsx';
import type { Form } from './frame/settings-form.tsx';
import classes from './settings.module.css';

export function TimeZoneField({ value, stored, set, faults, mayChange }: Form) {
  const now = useNow();
  const zones = useMemo(() => zoneOptions(stored.timeZone), [stored.timeZone]);
  return (
    <>
      <Select
        aria-label="Time zone"
        searchable
        allowDeselect={false}
        disabled={!mayChange}
        nothingFoundMessage="No time zone has this name"
        data={zones}
        limit={60}
        value={value.timeZone}
        error={faults.timeZone}
        onChange={(zone) => zone && set('timeZone', zone)}
      />
      <p className={classes.quiet}>Now: {exactTime(now, value.timeZone)}</p>
    </>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

export const digestHour = ({ value, set, faults, mayChange }: Form) => (
  <Select
    aria-label="Daily mail"
    allowDeselect={false}
    disabled={!mayChange}
    data={HOURS}
    value={String(value.digestHour)}
    error={faults.digestHour}
    onChange={(hour) => hour && set('digestHour', Number(hour))}
  />
);

export const keptMonths = ({ value, stored, set, faults, mayChange }: Form) => (
  <Select
    aria-label="Personal data is kept"
    allowDeselect={false}
    disabled={!mayChange}
    data={keepingOptions(stored.personalDataMonths)}
    value={String(value.personalDataMonths ?? FOR_EVER)}
    error={faults.personalDataMonths}
    onChange={(months) => months && set('personalDataMonths', months === FOR_EVER ? null : Number(months))}
  />
);

const FOR_EVER = 'keep';
const USUAL_MONTHS = [6, 12, 18, 24, 36, 60, 84, 120];

/** "For ever" first. A length that was set over the API is always included. */
function keepingOptions(stored: number | null) {
  const months = [...new Set([...USUAL_MONTHS, ...(stored === null ? [] : [stored])])].sort((a, b) => a - b);
  return [
    { value: FOR_EVER, label: 'Kept for ever' },
    ...months.map((count) => ({
      value: String(count),
      label: `Kept for ${countText(count, 'month')}`,
    })),
  ];
}

/** UTC first, then the browser's list of places. The stored one is always included. */
function zoneOptions(stored: string): string[] {
  return [...new Set(['UTC', stored, ...Intl.supportedValuesOf('timeZone')])];
}
