// Settings › Approvals: whether payouts wait for a person, and whether the user who made one may approve it.
import { Switch } from '@mantine/core';
import { useMemo } from 'react';
import { useCan } from '../../shell/session/session.ts';
import { SaveBar } from './frame/save-bar.tsx';
import { Setting, SettingsFrame } from './frame/settings-frame.tsx';
import { useDraft } from './frame/use-draft.ts';
import { useSettings } from './frame/use-settings.ts';
import classes from './settings.module.css';

export function Approvals() {
  const { settings, change, reload } = useSettings();
  const mayChange = useCan('settings.business');
  const stored = useMemo(
    () => ({ automaticApproval: settings.automaticApproval, fourEyes: settings.fourEyes }),
    [settings],
  );
  const draft = useDraft(stored);
  const { automaticApproval, fourEyes } = draft.value;
  return (
    <SettingsFrame
      title="Approvals"
      lead="Who must approve before money leaves the balance."
      readOnly={!mayChange && 'An owner'}
    >
      <fieldset className={classes.form} disabled={!mayChange}>
        <Setting
          title="Automatic approval"
          field={
            <Switch
              label={automaticApproval ? 'Payouts go out at once' : 'Payouts wait for approval'}
              checked={automaticApproval}
              onChange={({ currentTarget }) => draft.set('automaticApproval', currentTarget.checked)}
            />
          }
        >
          On: anyone with an API key can pay out the whole available balance, without an approval. Payouts
          that already wait still need approval.
        </Setting>
        <Setting
          title="Four eyes"
          field={
            <Switch
              label={fourEyes ? 'Another person approves' : 'The same person may approve'}
              checked={fourEyes}
              onChange={({ currentTarget }) => draft.set('fourEyes', currentTarget.checked)}
            />
          }
        >
          On: nobody can approve a payout that they made, neither singly nor in bulk. This requires two people
          who may approve, or one who makes payouts and one who approves them. API keys that were made in the
          portal can then no longer approve payouts, until another person allows it.
          {automaticApproval &&
            fourEyes &&
            ' With automatic approval there is no approval, so this has no effect.'}
        </Setting>
      </fieldset>
      <SaveBar draft={draft} reload={reload} save={() => change('business', draft.changes, draft.seen)} />
    </SettingsFrame>
  );
}
