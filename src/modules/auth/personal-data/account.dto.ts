import { IsOptionalCode } from '../second-factor/second-factor.dto';
import { IsText } from '../../../http/validation/fields';

export class DeleteAccountRequest {
  @IsText({ required: true, max: 1024 })
  password!: string;

  @IsOptionalCode()
  otp?: string;
}
