// Settings › Risk rules: limits on card attempts: off, the gateway's defaults, or the brand's own, each with its
// effect.
import { NativeSelect, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { durationText } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { useCan } from '../../shell/session/session.ts';
import { SaveBar } from './frame/save-bar.tsx';
import { Setting, SettingsFrame } from './frame/settings-frame.tsx';
import { useDraft } from './frame/use-draft.ts';
import { type Settings, useSettings } from './frame/use-settings.ts';
import classes from './settings.module.css';

const RULES = [
  ['attemptsPerCard', 'Attempts of one card', 'Somebody tries small amounts until one succeeds.'],
  [
    'wrongCodesPerCard',
    'Wrong security codes of one card',
    'Somebody has a card number and guesses its security code.',
  ],
  ['declinesPerSource', 'Declines from one address', 'A program tries one stolen card after the other.'],
  ['declinesPerUser', 'Declines of one customer', 'The same, with an account in your shop.'],
  [
    'declinesPerBin',
    'Declines of cards with the same first digits',
    'Generated numbers from one bank’s range.',
  ],
] as const;
type Rule = (typeof RULES)[number][0];
type Limit = { limit: number; windowSeconds: number } | null;
type Limits = Record<Rule, Limit>;

const MOST = 1_000;
const WINDOWS = [60, 600, 3_600, 21_600, 86_400, 604_800, 2_592_000];

export function RiskRules() {
  const { settings, change, reload } = useSettings();
  const mayChange = useCan('settings.business');
  const stored = useMemo(() => ({ risk: settings.risk as Settings['risk'] | Limits }), [settings]);
  const draft = useDraft(stored);
  const { risk } = draft.value;
  const standard = settings.standardRisk as unknown as Limits;
  const kind = typeof risk === 'string' ? risk : 'own';
  const limits = (typeof risk === 'string' ? standard : risk) as Limits;
  return (
    <SettingsFrame
      lead="Limits on attempts with cards, so that nobody tests stolen ones at your shop."
      readOnly={!mayChange && 'An owner'}
    >
      <fieldset className={classes.form} disabled={!mayChange}>
        <Setting
          title="Rules"
          field={
            <SegmentedControl
              aria-label="Risk rules"
              fullWidth
              disabled={!mayChange}
              data={[
                { value: 'off', label: 'Off' },
                { value: 'standard', label: 'Standard' },
                { value: 'own', label: 'Own limits' },
              ]}
              value={kind}
              onChange={(to) => draft.set('risk', to === 'own' ? limits : (to as 'off' | 'standard'))}
            />
          }
        >
          {kind === 'off'
            ? 'Nothing is counted and nothing is refused. Blocks still apply.'
            : 'Above a limit the attempt is declined, no provider is asked, and the shopper is offered another way to pay. ' +
              'Refused attempts do not count.'}
        </Setting>
      </fieldset>
      <Section
        title="Limits"
        lead={
          kind === 'off'
            ? 'The limits of Standard. They are not active.'
            : 'Counted for this brand only, and for card payments only.'
        }
      >
        <fieldset className={classes.form} disabled={!mayChange || kind !== 'own'}>
          {RULES.map(([rule, title, why]) => (
            <LimitRow
              key={rule}
              title={title}
              why={why}
              limit={limits[rule] ?? null}
              usual={standard[rule]!}
              locked={!mayChange || kind !== 'own'}
              onChange={(limit) => draft.set('risk', { ...limits, [rule]: limit } as Limits)}
            />
          ))}
        </fieldset>
      </Section>
      <SaveBar draft={draft} reload={reload} save={() => change('business', draft.changes, draft.seen)} />
    </SettingsFrame>
  );
}

function LimitRow({
  title,
  why,
  limit,
  usual,
  locked,
  onChange,
}: {
  title: string;
  why: string;
  limit: Limit;
  usual: NonNullable<Limit>;
  locked: boolean;
  onChange: (limit: Limit) => void;
}) {
  const isOn = limit !== null;
  const held = limit ?? usual;
  const windows = [...new Set([...WINDOWS, held.windowSeconds])].sort((a, b) => a - b);
  return (
    <div className={classes.limits}>
      <div>
        <h3 className={classes.settingTitle}>{title}</h3>
        <p className={classes.quiet}>{why}</p>
      </div>
      <TextInput
        type="number"
        aria-label={`${title}: at most`}
        min={1}
        max={MOST}
        step={1}
        disabled={!isOn || locked}
        value={held.limit}
        onChange={({ currentTarget }) => {
          const limit = Math.min(MOST, Math.floor(currentTarget.valueAsNumber));
          if (limit >= 1) onChange({ ...held, limit });
        }}
      />
      <span className={classes.limitWord}>within</span>
      <NativeSelect
        aria-label={`${title}: within`}
        disabled={!isOn || locked}
        data={windows.map((seconds) => ({ value: String(seconds), label: durationText(seconds * 1_000) }))}
        value={String(held.windowSeconds)}
        onChange={({ currentTarget }) => onChange({ ...held, windowSeconds: Number(currentTarget.value) })}
      />
      <Switch
        aria-label={`${title}: on`}
        label={isOn ? 'On' : 'Off'}
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? usual : null)}
      />
    </div>
  );
}
