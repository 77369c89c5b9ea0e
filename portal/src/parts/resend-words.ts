// The words of the button that sends a webhook again, and of the message after it. An event without an address is not
// posted: it comes again only over the streams of GET /events that ask for resends.
export function resendWords(hasAddress: boolean): { button: string; toast: string } {
  return hasAddress
    ? { button: 'Send again', toast: 'The webhook will be sent again' }
    : {
        button: 'Stream again',
        toast: '“tollgate listen” gets it again. It is not posted, because no notification address is set.',
      };
}
