// Some changes need the user's identity confirmed once more. The frame sets the dialog that asks for it
// (shell/session/identity-guard.tsx). It is asked for when a call was refused for lack of a confirmation, and by screens
// before they begin such a change.

type Ask = () => Promise<boolean>;

let askers: Ask[] = [];

/** Returns a function that ends that. */
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
