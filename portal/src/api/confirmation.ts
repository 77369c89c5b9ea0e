// Some changes need the user to confirm their identity once more. The frame sets the dialog that asks
// (shell/session/identity-guard.tsx). The dialog opens when the gateway refused a call without a confirmation, and when
// a screen asks before it begins such a change.

type Ask = () => Promise<boolean>;

let askers: Ask[] = [];

/** Sets the dialog. Returns a function that removes it. */
export function onConfirmationNeeded(ask: Ask): () => void {
  askers = [...askers, ask];
  return () => {
    askers = askers.filter((one) => one !== ask);
  };
}

/** true: confirmed, now or a few minutes ago. false: the user went back, or there is no frame to ask. */
export async function askConfirmation(): Promise<boolean> {
  return (await askers.at(-1)?.()) ?? false;
}
