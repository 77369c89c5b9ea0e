// The field for one of the ten recovery codes.
import { TextInput } from '@mantine/core';

interface Props {
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
}

export function RecoveryCodeField({ value, onChange, autoFocus = false }: Props) {
  return (
    <TextInput
      label="Recovery code"
      description="One of the ten you saved, such as bcdfg-hjkmn"
      autoComplete="off"
      spellCheck={false}
      required
      withAsterisk={false}
      autoFocus={autoFocus}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
