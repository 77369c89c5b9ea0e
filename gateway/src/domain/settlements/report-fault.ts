// The error of a report that is not what it should be (contract 17). Its text says why, for the person who handed the
// report in. Nothing of such a report is stored.

export class ReportFault extends Error {
  override name = 'ReportFault';
}
