import { applyDecorators } from '@nestjs/common';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import { JobResponse } from '../presenters/jobs.shapes.dto';
import { Idempotent } from './idempotent';

/** The build reads `@HttpCode(202)` only when the handler itself has it. */
export const StartsJob = () => applyDecorators(Idempotent(), ApiAcceptedResponse({ type: JobResponse }));
