import { gain } from '../../format';
import { useApp } from '../../state';
import type { TaxSummary } from '../../types';

const [WIDTH, HEIGHT, FOOT] = [720, 200, 24];

/** Realized gain of each year, as bars around zero. Pixels only: the table below has the figures. */
export function YearBars({ years }: { years: readonly TaxSummary[] }) {
  const { hidesAmounts } = useApp();
  if (years.length === 0) return null;
  const shown = [...years].reverse();
  const values = shown.map(({ printed }) => Number(printed.gain_loss));
  const most = Math.max(1, ...values);
  const least = Math.min(0, ...values);
  const scale = (HEIGHT - FOOT - 24) / (most - least);
  const zero = 12 + most * scale;
  const step = WIDTH / shown.length;
  const width = Math.min(64, step * 0.6);
  return (
    <svg
      class="bars"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="Realized gain by year; the table has the figures"
    >
      <line x1="0" x2={WIDTH} y1={zero} y2={zero} />
      {shown.map(({ tax_year: year, printed: { gain_loss: value } }, i) => {
        const height = Math.max(1, Math.abs(values[i] ?? 0) * scale);
        const isLoss = (values[i] ?? 0) < 0;
        const x = step * i + (step - width) / 2;
        return (
          <g key={year}>
            <rect
              class={isLoss ? 'loss' : 'gain'}
              x={x}
              y={isLoss ? zero : zero - height}
              width={width}
              height={height}
              rx="3"
            >
              <title>{hidesAmounts ? String(year) : `${year}: ${gain(value)}`}</title>
            </rect>
            <text x={step * i + step / 2} y={HEIGHT - 6}>
              {year}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
