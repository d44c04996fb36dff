import { applyDecorators } from '@nestjs/common';
import { Heavy, SessionOnly } from '../../http/auth/decorators';

/** A route that stores or withdraws what the owner decides about a transfer. */
export const DecidesTransfer = () => applyDecorators(Heavy(), SessionOnly());
