// The field for the six digits of an authenticator app. Phones and password managers can fill it.
import { TextInput } from '@mantine/core';

interface Props {
  value: string;
  onChange: (value: string) => void;
  label?: string;
  autoFocus?: boolean;
}

export function CodeField({
  value,
  onChange,
  label = 'Code from your authenticator app',
  autoFocus = false,
}: Props) {
  return (
    <TextInput
      label={label}
      description="Six digits"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
      required
      withAsterisk={false}
      data-autofocus={autoFocus || undefined}
      autoFocus={autoFocus}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
