import { applyDecorators } from '@nestjs/common';
import { Column, ForeignKey, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

const owner = (foreignKey: string) => ForeignKey('users', { name: foreignKey, onDelete: 'CASCADE' });

/** A row is deleted with its account. @param foreignKey name in the schema */
const OwnerColumn = (foreignKey: string) => applyDecorators(owner(foreignKey), Column('uuid'));

export const OwnerKeyColumn = (foreignKey: string, primaryKeyConstraintName?: string) =>
  applyDecorators(owner(foreignKey), PrimaryColumn('uuid', { primaryKeyConstraintName }));

/** @param foreignKey name in the schema */
export function OwnedRow(foreignKey: string) {
  abstract class Row {
    @PrimaryGeneratedColumn('uuid') id!: string;
    @OwnerColumn(foreignKey) userId!: string;
    @Column('timestamptz') createdAt!: Date;
  }
  return Row;
}
