import { Injectable, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { ValidationError, ValidatorOptions } from 'class-validator';
import { Config } from '../../config/env';
import { taxYearOf } from '../../domain/kernel/calendar';
import { Clock } from '../../ports/clock';
import { PARTNER_KEY_PARAMETER } from '../auth/credential';
import { SPACE_PARAMETER } from '../auth/space';
import { InvalidInput } from '../errors/invalid-input';
import { optionsOf, type Source } from './property';
import { declaredInput, inheritedNames, isJsonObject } from './readers';
import { unknownFlaw } from './unknown-input';
import { setCurrentYear } from './validators';
import { exceptionFactory, invalidInput } from './violations';

const OPTIONAL_BODY = Symbol('optional body');
const optionalBodies = new Set<string>();

/** @param schema the name of a body DTO in the document */
export const isOptionalBody = (schema: string): boolean => optionalBodies.has(schema);

/** A body DTO whose absence means "all defaults". */
export const OptionalBody = (): ClassDecorator => (target) => {
  Reflect.defineMetadata(OPTIONAL_BODY, true, target);
  optionalBodies.add(target.name);
};

/** The ValidationPipe of one source: class-transformer reads, class-validator checks, unknown names are refused. */
abstract class SourcePipe extends ValidationPipe {
  constructor(
    private readonly source: Source,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      stopAtFirstError: true,
      transformOptions: optionsOf(source, config.REPORT_TIMEZONE),
      validationError: { target: true },
      exceptionFactory: exceptionFactory(source),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== this.source || !this.toValidate(metadata)) return value;
    const input = this.inputOf(value, metadata);
    const flaws = inheritedNames(input).map((name) => unknownFlaw(name, [], this.source));
    if (flaws.length > 0) throw invalidInput(this.source, flaws);
    return super.transform(declaredInput(metadata.metatype, input), metadata);
  }

  /** @throws InvalidInput for input that is no object, or that no property could read */
  protected abstract inputOf(value: unknown, metadata: ArgumentMetadata): object;

  protected override validate(
    dto: object,
    options?: ValidatorOptions,
  ): Promise<ValidationError[]> | ValidationError[] {
    setCurrentYear(dto, taxYearOf(this.clock.now(), this.config.REPORT_TIMEZONE));
    return super.validate(dto, options);
  }

  /** The readers of query and body refuse such keys; a second walk over a large body finds nothing. */
  protected override stripProtoKeys(): void {}
  protected override closeArrayGaps(): void {}
}

@Injectable()
export class QueryPipe extends SourcePipe {
  constructor(clock: Clock, config: Config) {
    super('query', clock, config);
  }

  protected override inputOf(value: unknown): object {
    const {
      [PARTNER_KEY_PARAMETER]: _,
      [SPACE_PARAMETER]: __,
      ...query
    } = value as Readonly<Record<string, unknown>>;
    const flaws = Object.entries(query)
      .filter(([, given]) => String(given).includes('\0'))
      .map(([name]) => ({ at: [name], type: 'value_error', msg: 'Input should not contain NUL' }));
    if (flaws.length > 0) throw invalidInput('query', flaws);
    return query;
  }
}

@Injectable()
export class BodyPipe extends SourcePipe {
  constructor(clock: Clock, config: Config) {
    super('body', clock, config);
  }

  protected override inputOf(value: unknown, { metatype }: ArgumentMetadata): object {
    if (value === undefined && metatype && Reflect.getMetadata(OPTIONAL_BODY, metatype)) return {};
    if (isJsonObject(value)) return value;
    throw new InvalidInput('INVALID_REQUEST', [
      value === undefined
        ? { loc: ['body'], msg: 'Field required', type: 'missing' }
        : { loc: ['body'], msg: 'Input should be a JSON object', type: 'model_attributes_type' },
    ]);
  }
}
