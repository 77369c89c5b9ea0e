// The finding of a doctor's check, in one sentence, and how to mend it.

export interface Finding {
  check: string;
  ok: boolean;
  message: string;
  /** How to correct the fault; null: there is nothing to correct. */
  mend: string | null;
}

export const fine = (check: string, message: string): Finding => ({ check, ok: true, message, mend: null });
export const fault = (check: string, message: string, mend: string): Finding => ({
  check,
  ok: false,
  message,
  mend,
});
