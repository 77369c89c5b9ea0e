// A row of the shop's journal: what one payment, capture, refund, dispute or return moved. Vendure itself has no place
// for disputes and returned money.
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export class TollgateMovement {
  /** The transaction and the subject. */
  declare id: string;
  declare merchantReference: string;
  declare currency: string;
  /** In units of the currency. Positive: the money is the shop's. */
  declare amount: string;
  /** The number of the event that told it. */
  declare sequence: number;
}

const { prototype } = TollgateMovement;
PrimaryColumn({ type: 'varchar', length: 100 })(prototype, 'id');
Index()(prototype, 'merchantReference');
Column({ type: 'varchar', length: 255 })(prototype, 'merchantReference');
Column({ type: 'varchar', length: 8 })(prototype, 'currency');
Column({ type: 'decimal', precision: 24, scale: 8 })(prototype, 'amount');
Column({ type: 'int' })(prototype, 'sequence');
Entity()(TollgateMovement);
