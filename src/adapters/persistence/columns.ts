import { applyDecorators } from '@nestjs/common';
import { Column, ForeignKey, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

const owner = (foreignKey: string) => ForeignKey('users', { name: foreignKey, onDelete: 'CASCADE' });

/** The account that owns the row. The row is deleted with it. @param foreignKey its name in the schema */
const OwnerColumn = (foreignKey: string) => applyDecorators(owner(foreignKey), Column('uuid'));

/** As `OwnerColumn`, as a part of the primary key. */
export const OwnerKeyColumn = (foreignKey: string, primaryKeyConstraintName?: string) =>
  applyDecorators(owner(foreignKey), PrimaryColumn('uuid', { primaryKeyConstraintName }));

/** A row that belongs to an account: `id`, `userId` and `createdAt`. @param foreignKey as of `OwnerColumn` */
export function OwnedRow(foreignKey: string) {
  abstract class Row {
    @PrimaryGeneratedColumn('uuid') id!: string;
    @OwnerColumn(foreignKey) userId!: string;
    @Column('timestamptz') createdAt!: Date;
  }
  return Row;
}
