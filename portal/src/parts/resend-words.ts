// What the button says that sends a webhook again, and what follows. An event without an address is posted to nobody: it comes once
// more over the streams of GET /events that ask for it.
export function resendWords(hasAddress: boolean): { button: string; toast: string } {
  return hasAddress
    ? { button: 'Send again', toast: 'It will be sent once more' }
    : {
        button: 'Stream again',
        toast: 'It comes again through “tollgate listen”. No address to post it to is set.',
      };
}
