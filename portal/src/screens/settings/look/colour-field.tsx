// A field for a colour with a palette that opens below it. It is large, so it loads after the rest of the page.
import { ColorInput } from '@mantine/core';

interface Props {
  label: string;
  /** #rrggbb; while the user types, any text. */
  value: string;
  error: string | null;
  disabled: boolean;
  onChange: (colour: string) => void;
}

export function ColourField({ label, ...field }: Props) {
  return (
    <ColorInput
      aria-label={label}
      format="hex"
      eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
      {...field}
    />
  );
}
