/** class-validator's constraint -> Pydantic v2's error type. What is not listed is a `value_error`. */
const TYPES = {
  isString: 'string_type',
  isInt: 'int_type',
  isNumber: 'float_type',
  isBoolean: 'bool_type',
  isArray: 'list_type',
  isObject: 'dict_type',
  isEnum: 'enum',
  isIn: 'enum',
  min: 'greater_than_equal',
  max: 'less_than_equal',
  minLength: 'string_too_short',
  maxLength: 'string_too_long',
  arrayMinSize: 'too_short',
  arrayNotEmpty: 'too_short',
  arrayMaxSize: 'too_long',
  nestedValidation: 'model_attributes_type',
} as const satisfies Record<string, string>;

export function pydanticWords(
  constraint: string,
  message: string,
  value: unknown,
): { msg: string; type: string } {
  if (value === undefined) return { msg: 'Field required', type: 'missing' };
  const type = Object.hasOwn(TYPES, constraint) ? TYPES[constraint as keyof typeof TYPES] : 'value_error';
  return { msg: message, type };
}
