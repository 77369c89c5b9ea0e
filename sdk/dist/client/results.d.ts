import type { Schemas, UnknownText } from '../api-types.ts';
type Envelope = Schemas['BusinessResult'];
type Fields = Envelope['result'];
/** The fields that each type always has. */
interface RequiredFields {
	success: never;
	redirect: 'redirectUrl';
	declined: never;
	error: never;
	form: 'formData';
	qrcode: 'qrCodeString';
	receipt: 'paymentDetails';
	info: never;
	barcode: 'barcodeData';
	fawry: 'referenceNumber';
	mobile: 'sendTo';
}
interface ResultOf<Type extends string, Always extends keyof Fields> extends Omit<Envelope, 'resultType'> {
	resultType: Type;
	result: Fields & Required<Pick<Fields, Always>>;
}
type Known = Exclude<Envelope['resultType'], UnknownText>;
/** If this release of the SDK does not know the `resultType`, look the payment up. */
export type BusinessResult = {
	[Type in Known]: ResultOf<Type, RequiredFields[Type]>;
}[Known] | ResultOf<UnknownText, never>;
export {};
