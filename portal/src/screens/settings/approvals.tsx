// Settings › Approvals: whether payouts wait for a person, and whether the user who made one may approve it.
import { APPROVALS } from './controls.tsx';
import { SettingsForm } from './frame/settings-form.tsx';

export function Approvals() {
  return (
    <SettingsForm
      lead="Who must approve a payout before money leaves the balance."
      part="business"
      controls={APPROVALS}
    />
  );
}
