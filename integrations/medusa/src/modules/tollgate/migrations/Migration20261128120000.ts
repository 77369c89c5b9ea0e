import { Migration } from '@medusajs/framework/mikro-orm/migrations';

export class Migration20261128120000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table if not exists tollgate_movement (
      id text primary key,
      transaction_id text not null,
      reference text,
      currency text not null,
      amount numeric not null,
      sequence integer not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    )`);
    this.addSql(
      'create index if not exists "IDX_tollgate_movement_reference" on tollgate_movement (reference)',
    );
  }

  override async down(): Promise<void> {
    this.addSql('drop table if exists tollgate_movement');
  }
}
