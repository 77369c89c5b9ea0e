// Why something failed, in red, above the buttons of a form or a dialog: `<Fault text={fault} />`. Nothing is shown
// while all is well.
import { Alert, type AlertProps } from '@mantine/core';

export function Fault({ text, ...rest }: Omit<AlertProps, 'children'> & { text: string | null | undefined }) {
  return text ? (
    <Alert color="red" role="alert" {...rest}>
      {text}
    </Alert>
  ) : null;
}
