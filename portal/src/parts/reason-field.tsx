// The reason that a person gives for a decision. The audit log keeps it.
import { Textarea, type TextareaProps } from '@mantine/core';

type Props = Omit<TextareaProps, 'value' | 'onChange'> & {
  reason: string;
  onChange: (reason: string) => void;
};

export function ReasonField({ reason, onChange, ...rest }: Props) {
  return (
    <Textarea
      label="Reason"
      description="Shown in the audit log with your name."
      maxLength={255}
      autosize
      value={reason}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...rest}
    />
  );
}
