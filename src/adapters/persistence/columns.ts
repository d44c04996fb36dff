import { applyDecorators } from '@nestjs/common';
import { Column, ForeignKey, PrimaryColumn } from 'typeorm';

const owner = (foreignKey: string) => ForeignKey('users', { name: foreignKey, onDelete: 'CASCADE' });

/** The account that owns the row. The row is deleted with it. @param foreignKey its name in the schema */
export const OwnerColumn = (foreignKey: string) => applyDecorators(owner(foreignKey), Column('uuid'));

/** As `OwnerColumn`, as a part of the primary key. */
export const OwnerKeyColumn = (foreignKey: string, primaryKeyConstraintName?: string) =>
  applyDecorators(owner(foreignKey), PrimaryColumn('uuid', { primaryKeyConstraintName }));
