// A section of the settings whose controls are in controls.tsx: the frame, a row for each setting, and the save bar.
import type { ReactNode } from 'react';
import { useCan } from '../../../shell/session/session.ts';
import classes from '../settings.module.css';
import { SaveBar } from './save-bar.tsx';
import { Setting, SettingsFrame } from './settings-frame.tsx';
import { type Draft, useDraft } from './use-draft.ts';
import { type Settings, useSettings } from './use-settings.ts';

/** The settings with the unsaved changes, and how to change one. */
export interface Form extends Pick<Draft<Settings>, 'value' | 'set' | 'faults'> {
  stored: Settings;
  mayChange: boolean;
}

export interface Control {
  title: string;
  field: (form: Form) => ReactNode;
  /** What the setting does. */
  help: (form: Form) => ReactNode;
}

export type Controls = Partial<Record<keyof Settings, Control>>;

interface Props {
  lead: string;
  /** The permission that changes these settings: `settings.…`. */
  part: 'integration' | 'business';
  controls: Controls;
  /** Stands below the last setting. */
  children?: (settings: Settings) => ReactNode;
}

export function SettingsForm({ lead, part, controls, children }: Props) {
  const { settings, change, reload } = useSettings();
  const mayChange = useCan(`settings.${part}`);
  const draft = useDraft(settings);
  const form: Form = { ...draft, stored: settings, mayChange };
  const who = part === 'business' ? 'An owner' : 'An owner or a developer';
  return (
    <SettingsFrame lead={lead} readOnly={!mayChange && who}>
      <fieldset className={classes.form} disabled={!mayChange}>
        {Object.entries(controls).map(([name, control]) => (
          <Setting key={name} title={control.title} field={control.field(form)}>
            {control.help(form)}
          </Setting>
        ))}
        {children?.(settings)}
      </fieldset>
      <SaveBar
        draft={draft}
        reload={reload}
        fields={Object.keys(controls)}
        save={() => change(part, draft.changes, draft.seen)}
      />
    </SettingsFrame>
  );
}
