// The words of the button that sends a webhook again, and of the message after it. An event without an address is not
// posted: it comes again only over the streams of GET /events that ask for resends.
export function resendWords(hasAddress: boolean): { button: string; toast: string } {
  return hasAddress
    ? { button: 'Send again', toast: 'It will be sent once more' }
    : {
        button: 'Stream again',
        toast: 'It comes again through “tollgate listen”. No address to post it to is set.',
      };
}
