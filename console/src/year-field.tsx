import { Field } from './ui';

/** The choice of a tax year. */
export const YearField = ({
  label,
  years,
  year,
  choose,
}: {
  label: string;
  years: readonly number[];
  year: number;
  choose: (year: number) => void;
}) => (
  <Field label={label}>
    <select value={year} onChange={(event) => choose(Number(event.currentTarget.value))}>
      {years.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  </Field>
);
