import { IsText } from '../../../http/validation/fields';

export class DeleteAccountRequest {
  @IsText({ required: true, max: 1024 })
  password!: string;
}
