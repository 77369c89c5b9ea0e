/** A report that is not what it should be; the text says why, for the person who handed it in. Nothing of it is stored. */
export class ReportFault extends Error {
  override name = 'ReportFault';
}
