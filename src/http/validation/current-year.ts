import { ValidateBy, type ValidationArguments } from 'class-validator';

/** Validators are not injected: the pipe states the tax year of today for each DTO that it validates. */
const YEARS = new WeakMap<object, number>();

export const setCurrentYear = (dto: object, year: number): void => void YEARS.set(dto, year);

const currentYear = (args?: ValidationArguments): number => YEARS.get(args?.object ?? {}) ?? 0;

/** At most the tax year of today in REPORT_TIMEZONE. */
export const MaxCurrentYear = (): PropertyDecorator =>
  ValidateBy({
    name: 'max',
    validator: {
      validate: (year, args) => typeof year === 'number' && year <= currentYear(args),
      defaultMessage: (args) => `Input should be less than or equal to ${currentYear(args)}`,
    },
  });
