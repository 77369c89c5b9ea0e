// A slider for the radius of corners, in pixels. It loads after the rest of the page.
import { Slider } from '@mantine/core';

interface Props {
  value: number;
  disabled: boolean;
  onChange: (pixels: number) => void;
}

export function CornersField(field: Props) {
  return (
    <Slider
      aria-label="Corner radius"
      thumbLabel="Corner radius"
      min={0}
      max={24}
      label={(pixels) => `${pixels} px`}
      {...field}
    />
  );
}
