import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { useApp } from './state';

export interface Point {
  /** Day, `2026-01-31`. */
  date: string;
  /** Decimal string; null where a price is missing. */
  value: string | null;
}

/** Pixels only: the figures beside the chart are those of the service. */
const toPixelValue = (value: string | null): number | null => (value === null ? null : Number(value));

export function Chart({ points, label }: { points: readonly Point[]; label: string }) {
  const { hidesAmounts } = useApp();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const at = place.current;
    if (!at || points.length === 0) return undefined;
    const styles = getComputedStyle(at);
    const [line, text, grid] = ['--accent', '--muted', '--line'].map((name) =>
      styles.getPropertyValue(name).trim(),
    );
    const axis = { stroke: text ?? '', grid: { stroke: grid ?? '', width: 1 }, ticks: { show: false } };
    const dollars = (_: uPlot, splits: number[]): string[] =>
      splits.map((value) => (hidesAmounts ? '•••' : `$${value.toLocaleString('en-US')}`));
    const plot = new uPlot(
      {
        width: at.clientWidth,
        height: 260,
        legend: { show: false },
        cursor: { y: false },
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
        series: [
          {},
          { stroke: line ?? '', width: 2, fill: `${line ?? ''}22`, spanGaps: false, points: { show: false } },
        ],
        axes: [{ ...axis }, { ...axis, size: 80, values: dollars }],
      },
      [
        points.map(({ date }) => Date.parse(`${date}T00:00:00Z`) / 1000),
        points.map(({ value }) => toPixelValue(value)),
      ],
      at,
    );
    const resize = new ResizeObserver(() => plot.setSize({ width: at.clientWidth, height: 260 }));
    resize.observe(at);
    return () => {
      resize.disconnect();
      plot.destroy();
    };
  }, [points, hidesAmounts]);
  return <div class="chart" role="img" aria-label={label} ref={place} />;
}
