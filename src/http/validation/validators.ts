import { ValidateBy, type ValidationArguments } from 'class-validator';
import { maxMessage } from './messages';

/** Validators that class-validator does not have. */

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
      defaultMessage: (args) => maxMessage(currentYear(args)),
    },
  });

/** The end of a range, on the property that holds it; the other end is the property named. */
export const NotBefore = (start: string): PropertyDecorator =>
  ValidateBy({
    name: 'notBefore',
    validator: {
      validate: (end: unknown, args) => {
        const from: unknown = args && Reflect.get(args.object, start);
        return typeof end !== 'number' || typeof from !== 'number' || !(from > end);
      },
      defaultMessage: () => `Input should not be before ${start}`,
    },
  });
