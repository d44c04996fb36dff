import type { Request } from 'express';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { AppError } from '../../domain/kernel/errors';

/**
 * Handler parameter: a tax year of the path. Anything but four digits answers as an unknown year does.
 * @throws AppError RESOURCE_NOT_FOUND with details.resource
 */
export const PathYear = (name: string, resource: string): ParameterDecorator =>
  createParamDecorator(
    (_: unknown, execution: ExecutionContext): number => {
      const text = String(execution.switchToHttp().getRequest<Request>().params[name] ?? '');
      if (/^\d{4}$/.test(text)) return Number(text);
      throw new AppError('RESOURCE_NOT_FOUND', { resource });
    },
    [
      (target, key) => {
        const descriptor = Object.getOwnPropertyDescriptor(target, key ?? '');
        if (descriptor && key !== undefined)
          ApiParam({ name, description: 'tax year', schema: { type: 'string', example: '2024' } })(
            target,
            key,
            descriptor,
          );
      },
    ],
  )();
