import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { service } from '../../api';
import { money } from '../../format';
import { useApp, useData } from '../../state';
import type { ValuePoint } from '../../types';
import { Card, Choice, Empty, HIDDEN, Read, Table, Tag, Usd, type Column } from '../../ui';

const HEIGHT = 260;
const POLL_MS = 5000;
const INTERVALS = ['day', 'week', 'month'] as const;
type Interval = (typeof INTERVALS)[number];

/** The value of the wallet at the end of each day. A day without a price is a gap. */
export function ValueOverTime({ wallet }: { wallet: string }) {
  const [interval, choose] = useState<Interval>('day');
  const history = useData(
    (signal) => service.getValueHistory({ address: wallet, interval }, { signal }),
    [wallet, interval],
  );
  const isPartial = history.data?.partial === true;
  useEffect(() => {
    if (!isPartial || history.isLoading) return undefined;
    const timer = setTimeout(history.reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [isPartial, history.isLoading]);
  return (
    <Card
      title="Value over time"
      aside={<Choice label="A value each" value={interval} names={INTERVALS} choose={choose} />}
    >
      <Read from={history}>
        {({ data }) =>
          data.points.length === 0 ? (
            <Empty>The history is being read. The chart appears when it is complete.</Empty>
          ) : (
            <>
              <Chart points={data.points} />
              <Notes points={data.points} />
              <Figures points={data.points} />
            </>
          )
        }
      </Read>
    </Card>
  );
}

const seconds = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000;

const heightOf = ({ value }: ValuePoint): number | null => (value === null ? null : Number(value));
/** Some of the value is at a price of an earlier day. */
const isEstimate = ({ value, estimated_count: count }: ValuePoint): boolean => value !== null && count > 0;

/** Pixels only: the table has the figures. Days are those of the taxpayer, so the axis has no zone of its own. */
function Chart({ points }: { points: readonly ValuePoint[] }) {
  const { hidesAmounts } = useApp();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: place } = frame;
    if (!place) return undefined;
    const data: uPlot.AlignedData = [
      points.map(({ date }) => seconds(date)),
      points.map((point) => (isEstimate(point) ? null : heightOf(point))),
      // The dashed line reaches the days beside it, so that the two meet.
      points.map((point, i) =>
        [points[i - 1], point, points[i + 1]].some((one) => one && isEstimate(one)) ? heightOf(point) : null,
      ),
    ];
    const chart = new uPlot(optionsOf(points, hidesAmounts, place.clientWidth), data, place);
    const fit = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: HEIGHT }));
    fit.observe(place);
    const stopWatching = whenThemeChanges(() => chart.redraw(false));
    return () => {
      stopWatching();
      fit.disconnect();
      chart.destroy();
    };
  }, [points, hidesAmounts]);
  const [first, last] = [points[0]?.date ?? '', points.at(-1)?.date ?? ''];
  return (
    <div
      class="chart"
      ref={frame}
      role="img"
      aria-label={`Value of the wallet from ${first} to ${last}; the table has the figures`}
    />
  );
}

const colour = (name: string) => (): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const compact = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 1,
});

function optionsOf(points: readonly ValuePoint[], hidesAmounts: boolean, width: number): uPlot.Options {
  const axis = {
    stroke: colour('--muted'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  const textOf = (index: number | null): string => {
    const value = index === null ? null : points[index]?.value;
    return value === null || value === undefined ? '–' : hidesAmounts ? HIDDEN : money(value);
  };
  return {
    width,
    height: HEIGHT,
    tzDate: (at) => uPlot.tzDate(new Date(at * 1000), 'Etc/UTC'),
    cursor: { y: false, drag: { x: true, y: false } },
    axes: [
      axis,
      {
        ...axis,
        size: 64,
        values: (_chart, splits) => splits.map((value) => (hidesAmounts ? HIDDEN : compact.format(value))),
      },
    ],
    scales: { y: { range: (_chart, _least, most) => [0, (most ?? 0) * 1.05 || 1] } },
    series: [
      {
        label: 'Day',
        value: (_chart, _at, _series, index) => (index === null ? '–' : (points[index]?.date ?? '')),
      },
      {
        label: 'Value',
        stroke: colour('--accent'),
        width: 2,
        points: { show: false },
        value: (_chart, _value, _series, index) => textOf(index),
      },
      {
        label: 'Estimated',
        stroke: colour('--accent'),
        width: 2,
        dash: [4, 4],
        points: { show: false },
        value: (_chart, _value, _series, index) => {
          const point = index === null ? undefined : points[index];
          return point && isEstimate(point) ? 'yes' : '–';
        },
      },
    ],
  };
}

function whenThemeChanges(listener: () => void): () => void {
  const attribute = new MutationObserver(listener);
  attribute.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', listener);
  return () => {
    attribute.disconnect();
    system.removeEventListener('change', listener);
  };
}

const REASONS: Readonly<Record<NonNullable<ValuePoint['gap']>, string>> = {
  prices_pending: 'prices are being fetched',
  price_missing: 'an asset has a price before and after, and none on the day',
  no_price: 'no holding has a price',
};

function Notes({ points }: { points: readonly ValuePoint[] }) {
  const counts = new Map<NonNullable<ValuePoint['gap']>, number>();
  for (const { gap } of points) if (gap !== null) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  const unpriced = points.at(-1)?.unpriced_count ?? 0;
  const estimated = points.filter(isEstimate).length;
  if (counts.size === 0 && unpriced === 0 && estimated === 0) return null;
  return (
    <p class="note">
      {[...counts].map(([gap, count]) => `Without a value: ${count}, because ${REASONS[gap]}. `)}
      {estimated > 0 &&
        `Estimated: ${estimated} of ${points.length}, the dashed part of the line. On these days a holding has the price of an earlier day. `}
      {unpriced > 0 && `Holdings without a price, which the value leaves out: ${unpriced}.`}
    </p>
  );
}

const COLUMNS: Column<ValuePoint>[] = [
  { name: 'Day', cell: ({ date }) => <time dateTime={date}>{date}</time> },
  {
    name: 'Value',
    isNumber: true,
    cell: (point) =>
      point.gap === null ? (
        <>
          {isEstimate(point) && <Tag kind="warn">estimated</Tag>} <Usd of={point.value} />
        </>
      ) : (
        <span title={REASONS[point.gap]}>no value</span>
      ),
  },
];

function Figures({ points }: { points: readonly ValuePoint[] }) {
  const [isOpen, setOpen] = useState(false);
  const newestFirst = useMemo(() => [...points].reverse(), [points]);
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide the figures' : 'Show the figures'}
      </button>
      {isOpen && (
        <Table
          label="Value over time"
          columns={COLUMNS}
          rows={newestFirst}
          keyOf={({ date }) => date}
          empty=""
        />
      )}
    </>
  );
}
