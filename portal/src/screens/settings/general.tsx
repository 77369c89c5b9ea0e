// Settings › General: the brand's name, the time zone for every screen and every export, and how long personal data is
// kept.
import { CopyId } from '../../parts/copy-id.tsx';
import { GENERAL } from './controls.tsx';
import { SettingsForm } from './frame/settings-form.tsx';
import { Setting } from './frame/settings-frame.tsx';

export function General() {
  return (
    <SettingsForm
      lead="The name of the brand, its time zone, and how long personal data is kept."
      part="business"
      controls={GENERAL}
    >
      {({ brandId }) => (
        <Setting title="Brand id" field={<CopyId value={brandId} label="brand id" whole />}>
          Support may ask for this id.
        </Setting>
      )}
    </SettingsForm>
  );
}
