import { applyDecorators } from '@nestjs/common';
import { Column, ForeignKey } from 'typeorm';

/** The account that owns the row. The row is deleted with it. @param foreignKey its name in the schema */
export const OwnerColumn = (foreignKey: string) =>
  applyDecorators(ForeignKey('users', { name: foreignKey, onDelete: 'CASCADE' }), Column('uuid'));
