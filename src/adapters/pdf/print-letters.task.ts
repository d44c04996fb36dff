import type { Letter } from '../../ports/form-printer';
import type { ComputeTask } from '../../ports/work/compute';
import { printForms } from './print-forms';

export interface LettersInput {
  letters: readonly Letter[];
  madeAt: number;
}

export const task: ComputeTask<LettersInput, Uint8Array[]> = {
  name: 'printed_letters',
  file: __filename,
  run: async ({ letters, madeAt }) => {
    const printed: Uint8Array[] = [];
    for (const letter of letters) printed.push(await printForms({ letter }, madeAt));
    return printed;
  },
};
