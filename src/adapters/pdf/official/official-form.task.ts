import { unpackForm, type PackedForm } from '../../../common/packed-form';
import type { ComputeTask } from '../../../ports/work/compute';
import { printOfficial, type OfficialContent } from './print-official';

export interface OfficialInput extends OfficialContent {
  packed: PackedForm;
}

export const task: ComputeTask<OfficialInput, Uint8Array> = {
  name: 'official_form',
  file: __filename,
  run: ({ packed, ...content }) => printOfficial(unpackForm(packed), content),
};
