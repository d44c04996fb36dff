import { IsOneOf } from '../../../http/validation/fields';

export const INSTRUCTION_FORMATS = ['pdf', 'csv', 'json'] as const;
export type InstructionFormat = (typeof INSTRUCTION_FORMATS)[number];

export class InstructionFileQuery {
  @IsOneOf(INSTRUCTION_FORMATS, { description: 'default pdf' })
  format: InstructionFormat = 'pdf';
}
