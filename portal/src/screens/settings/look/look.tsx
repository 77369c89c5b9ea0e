// Settings › Cashier look: the name, logo, colour and corners that shoppers see. The cashier beside the form follows
// each change. If the chosen colour is not readable, a sentence says how the cashier changes it.
import { Button, FileButton, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { type CSSProperties, lazy, Suspense, useMemo, useState } from 'react';
import {
  accentPair,
  contrast,
  DARK_GROUND,
  LIGHT_GROUND,
} from '../../../../../gateway/src/domain/merchants/accent-colour.ts';
import { useCan } from '../../../shell/session/session.ts';
import { SaveBar } from '../frame/save-bar.tsx';
import { Setting, SettingsFrame } from '../frame/settings-frame.tsx';
import { useDraft } from '../frame/use-draft.ts';
import { useSettings } from '../frame/use-settings.ts';
import classes from '../settings.module.css';
import { CashierPreview } from './cashier-preview.tsx';
import { shownLogo } from './shown-logo.ts';

const ColourField = lazy(() =>
  import('./colour-field.tsx').then(({ ColourField: component }) => ({ default: component })),
);
const CornersField = lazy(() =>
  import('./corners-field.tsx').then(({ CornersField: component }) => ({ default: component })),
);
const MOST_LOGO_BYTES = 64 * 1024;
/** The lowest contrast of WCAG 2.2, 1.4.3. */
const LEAST = 4.5;
const HEX = /^#[0-9a-f]{6}$/i;

export function Look() {
  const { settings, change, reload } = useSettings();
  const mayChange = useCan('settings.business');
  const { look, defaultLook } = settings;
  const stored = useMemo(() => {
    const { displayName, logo, accentColour, cornerRadius } = look;
    return { displayName, logo, accentColour, cornerRadius };
  }, [look]);
  const draft = useDraft(stored);
  const { value, set } = draft;
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const typed = value.accentColour ?? defaultLook.accentColour;
  const accent = HEX.test(typed) ? typed : defaultLook.accentColour;
  const radius = value.cornerRadius ?? defaultLook.cornerRadius;
  return (
    <SettingsFrame
      lead="How the payment page looks to your shoppers. Open pages change at their next update."
      readOnly={!mayChange && 'An owner'}
    >
      <div className={classes.look}>
        <fieldset className={classes.form} disabled={!mayChange}>
          <LookFields value={value} set={set} accent={typed} radius={radius} name={settings.name} />
          <ColourWords accent={accent} />
        </fieldset>
        <div className={classes.preview}>
          <SegmentedControl
            aria-label="Preview in"
            fullWidth
            mb="sm"
            data={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            value={scheme}
            onChange={(to) => setScheme(to as 'light' | 'dark')}
          />
          <CashierPreview
            name={value.displayName || settings.name}
            logo={value.logo}
            accent={accent}
            radius={radius}
            scheme={scheme}
          />
          <p className={classes.quiet}>
            The page that shoppers get, on a phone. Their device chooses light or dark.
          </p>
        </div>
      </div>
      <SaveBar
        draft={draft}
        reload={reload}
        save={() => change('business', { look: draft.changes }, { look: draft.seen })}
      />
    </SettingsFrame>
  );
}

interface LookValue {
  displayName: string | null;
  logo: string | null;
  accentColour: string | null;
  cornerRadius: number | null;
}

function LookFields({
  value,
  set,
  accent,
  radius,
  name,
}: {
  value: LookValue;
  set: <K extends keyof LookValue>(field: K, value: LookValue[K]) => void;
  accent: string;
  radius: number;
  name: string;
}) {
  const mayChange = useCan('settings.business');
  return (
    <>
      <Setting
        title="Name"
        field={
          <TextInput
            aria-label="Name in the cashier"
            placeholder={name}
            maxLength={80}
            value={value.displayName ?? ''}
            onChange={({ currentTarget }) => set('displayName', currentTarget.value || null)}
          />
        }
      >
        The name that your shoppers see. Empty: the brand’s name.
      </Setting>
      <Setting title="Logo" field={<LogoField logo={value.logo} onChange={(logo) => set('logo', logo)} />}>
        Square works best. PNG, JPEG, WebP or SVG, at most 64 KB. Without one shoppers see the first letter of
        the name.
      </Setting>
      <Setting
        title="Colour"
        field={
          <Suspense fallback={<Skeleton height={36} />}>
            <ColourField
              label="Accent colour"
              disabled={!mayChange}
              value={accent}
              error={HEX.test(accent) ? null : 'Enter it as #rrggbb'}
              onChange={(colour) => set('accentColour', colour)}
            />
          </Suspense>
        }
      >
        Used for buttons, links and marks.
      </Setting>
      <Setting
        title="Corners"
        field={
          <Suspense fallback={<Skeleton height={36} />}>
            <CornersField
              disabled={!mayChange}
              value={radius}
              onChange={(pixels) => set('cornerRadius', pixels)}
            />
          </Suspense>
        }
      >
        Fields and buttons: {radius} pixels.
      </Setting>
    </>
  );
}

function LogoField({ logo, onChange }: { logo: string | null; onChange: (logo: string | null) => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const mayChange = useCan('settings.business');
  async function read(file: File | null) {
    if (!file) return;
    if (file.size > MOST_LOGO_BYTES) {
      setFault(`This file has ${Math.ceil(file.size / 1024)} KB; at most 64 KB are allowed.`);
      return;
    }
    setFault(null);
    onChange(await dataUrlOf(file));
  }
  return (
    <>
      <div className={classes.row}>
        {logo && <img className={classes.logo} src={shownLogo(logo)} alt="The logo" />}
        <FileButton
          onChange={read}
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          disabled={!mayChange}
        >
          {(props) => (
            <Button variant="default" {...props}>
              {logo ? 'Choose another' : 'Choose a file'}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button variant="subtle" onClick={() => onChange(null)} disabled={!mayChange}>
            Remove
          </Button>
        )}
      </div>
      {fault && (
        <p role="alert" className={classes.quiet}>
          {fault}
        </p>
      )}
    </>
  );
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('This file cannot be read.'));
    reader.readAsDataURL(file);
  });
}

/** Says in words what shoppers will see: the chosen colour, or the colour moved until it is readable. */
function ColourWords({ accent }: { accent: string }) {
  const { light, dark } = accentPair(accent);
  const rows = [
    { ground: LIGHT_GROUND, where: 'On light pages', how: 'darker', shown: light.accent },
    { ground: DARK_GROUND, where: 'On dark pages', how: 'lighter', shown: dark.accent },
  ];
  return (
    <div aria-live="polite">
      <h2 className={classes.settingTitle}>What shoppers see of the colour</h2>
      <ul className={classes.swatches}>
        {rows.map(({ ground, where, how, shown }) => {
          const ratio = contrast(accent, ground).toFixed(1);
          return (
            <li key={where} className={classes.swatchRow}>
              <span className={classes.swatch} style={{ background: shown } satisfies CSSProperties} />
              <span>
                {shown === accent.toLowerCase()
                  ? `${where}: as chosen. It stands out ${ratio} : 1; 4.5 : 1 is needed.`
                  : `${where}: ${shown}, ${how} than chosen and of the same hue. ${
                      contrast(accent, ground) < LEAST
                        ? `As chosen it would stand out ${ratio} : 1 only; 4.5 : 1 is needed.`
                        : 'As chosen, the text on it would be hard to read.'
                    }`}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
