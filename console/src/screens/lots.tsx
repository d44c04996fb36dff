import { useState } from 'preact/hooks';
import { chunksOf, service } from '../api';
import { short, words } from '../format';
import { More, useLongList } from '../long-list';
import { useData } from '../state';
import type { Lineage, Lot } from '../types';
import { Card, Choice, Empty, Moment, Read, Table, Tag, TextFilter, Units, Usd, type Column } from '../ui';

const STATES = ['open', 'closed', 'all'] as const;
type State = (typeof STATES)[number];

export function Lots({ wallet }: { wallet: string }) {
  const [status, setStatus] = useState<State>('open');
  const [symbol, setSymbol] = useState('');
  const [chosen, setChosen] = useState<Lot | null>(null);
  const lots = useLongList(
    () => chunksOf('listLots', { address: wallet, status, ...(symbol !== '' && { symbol }) }),
    [wallet, status, symbol],
  );
  return (
    <>
      <div class="filters">
        <Choice label="Lots" value={status} names={STATES} choose={setStatus} />
        <TextFilter label="Asset" placeholder="ETH" choose={setSymbol} />
      </div>
      {chosen && <Trace wallet={wallet} lot={chosen} close={() => setChosen(null)} />}
      <Read from={lots}>
        {(rows) => (
          <Table
            label="Lots"
            columns={columns(setChosen)}
            rows={rows}
            keyOf={(lot) => lot.lot_id}
            empty="No lot matches. Change the filter above."
          />
        )}
      </Read>
      <More list={lots} />
    </>
  );
}

const columns = (choose: (lot: Lot) => void): Column<Lot>[] => [
  {
    name: 'Asset',
    cell: (lot) => (
      <button
        type="button"
        class="link"
        onClick={() => choose(lot)}
        title="Where it came from and where it went"
      >
        {lot.symbol}
      </button>
    ),
  },
  { name: 'Chain', cell: ({ chain }) => words(chain) },
  {
    name: 'Acquired',
    cell: (lot) =>
      lot.is_untracked ? <Tag kind="warn">basis missing</Tag> : <Moment of={lot.acquisition_date} />,
  },
  { name: 'Source', cell: ({ source, income_type: income }) => words(income ?? source) },
  { name: 'Remaining', isNumber: true, cell: (lot) => <Units of={lot.remaining_quantity} /> },
  { name: 'Of', isNumber: true, cell: (lot) => <Units of={lot.original_quantity} /> },
  { name: 'Cost', isNumber: true, cell: (lot) => <Usd of={lot.cost_basis} /> },
  { name: 'Per unit', isNumber: true, cell: (lot) => <Usd of={lot.cost_per_unit} /> },
  { name: 'Term', cell: ({ is_long_term: isLong }) => (isLong === null ? '' : isLong ? 'Long' : 'Short') },
  {
    name: 'Basis from',
    cell: ({ basis_source: from, price_source: price }) => `${words(from)}${price ? ` (${price})` : ''}`,
  },
];

function Trace({ wallet, lot, close }: { wallet: string; lot: Lot; close: () => void }) {
  const lineage = useData(
    (signal) => service.getLotLineage({ address: wallet, lot_id: lot.lot_id }, { signal }),
    [lot.lot_id],
  );
  return (
    <Card
      title={`Lineage of ${lot.symbol}`}
      aside={
        <button type="button" onClick={close}>
          Close
        </button>
      }
    >
      <Read from={lineage}>
        {({ data }) => (
          <>
            <Graph lineage={data} chosen={lot.lot_id} />
            <Steps lineage={data} lot={lot} />
          </>
        )}
      </Read>
    </Card>
  );
}

const [BOX_WIDTH, BOX_HEIGHT, GAP_X, GAP_Y] = [190, 64, 70, 20];

interface Box {
  id: string;
  title: string;
  detail: string;
  column: number;
  row: number;
}

/** Columns by the number of steps from the origins, left to right. */
function layout({ nodes, edges }: Lineage): Box[] {
  const column = new Map<string, number>(nodes.map(({ lot_id: id }) => [id, 0]));
  const targetOf = (edge: Lineage['edges'][number]): string | null =>
    edge.to_lot_id ?? (edge.disposal_id === null ? null : `disposal ${edge.disposal_id}`);
  for (let pass = 0; pass < nodes.length; pass += 1)
    for (const edge of edges) {
      const to = targetOf(edge);
      if (edge.from_lot_id === null || to === null) continue;
      const next = (column.get(edge.from_lot_id) ?? 0) + 1;
      if (next > (column.get(to) ?? 0) && next <= nodes.length + 1) column.set(to, next);
    }
  const used = new Map<number, number>();
  const place = (id: string): { column: number; row: number } => {
    const at = column.get(id) ?? 0;
    const row = used.get(at) ?? 0;
    used.set(at, row + 1);
    return { column: at, row };
  };
  const lots = nodes.map((node) => ({
    id: node.lot_id,
    title: words(node.source),
    detail: node.place ?? short(node.wallet_address),
    ...place(node.lot_id),
  }));
  const ends = edges
    .filter(({ to_lot_id: to, disposal_id: disposal }) => to === null && disposal !== null)
    .map((edge) => {
      const id = `disposal ${edge.disposal_id}`;
      return { id, title: words(edge.relation), detail: edge.timestamp.slice(0, 10), ...place(id) };
    });
  return [...lots, ...ends];
}

function Graph({ lineage, chosen }: { lineage: Lineage; chosen: string }) {
  const boxes = layout(lineage);
  const at = new Map(boxes.map((box) => [box.id, box]));
  const x = (box: Box): number => 8 + box.column * (BOX_WIDTH + GAP_X);
  const y = (box: Box): number => 8 + box.row * (BOX_HEIGHT + GAP_Y);
  const width = Math.max(...boxes.map(x)) + BOX_WIDTH + 8;
  const height = Math.max(...boxes.map(y)) + BOX_HEIGHT + 8;
  return (
    <div
      class="graph"
      tabIndex={0}
      role="region"
      aria-label="Graph of the lineage; the list below has the same steps"
    >
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {lineage.edges.map((edge) => {
          const from = edge.from_lot_id === null ? undefined : at.get(edge.from_lot_id);
          const to = at.get(edge.to_lot_id ?? `disposal ${edge.disposal_id}`);
          if (!from || !to) return null;
          const [x1, y1] = [x(from) + BOX_WIDTH, y(from) + BOX_HEIGHT / 2];
          const [x2, y2] = [x(to), y(to) + BOX_HEIGHT / 2];
          const middle = (x1 + x2) / 2;
          return (
            <path
              key={edge.link_id}
              class="edge"
              d={`M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`}
            />
          );
        })}
        {boxes.map((box) => (
          <g key={box.id} class={box.id === chosen ? 'node chosen' : 'node'}>
            <rect x={x(box)} y={y(box)} width={BOX_WIDTH} height={BOX_HEIGHT} rx="8" />
            <text x={x(box) + 12} y={y(box) + 27} class="node-title">
              {box.title}
            </text>
            <text x={x(box) + 12} y={y(box) + 48}>
              {box.detail}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

function Steps({ lineage, lot }: { lineage: Lineage; lot: Lot }) {
  const steps = [...lineage.edges].sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
  return (
    <>
      <p class="note">
        {lineage.complete ? 'Every step is known.' : 'Not every step is known.'} Basis from{' '}
        {words(lot.basis_source).toLowerCase()}
        {lot.price_source ? `, price source ${lot.price_source}` : ''}.
      </p>
      {steps.length === 0 && <Empty>This lot was acquired here, and nothing of it has left.</Empty>}
      <ol class="steps">
        {steps.map((edge) => (
          <li key={edge.link_id}>
            <Moment of={edge.timestamp} withTime /> · {words(edge.relation)} of{' '}
            <Units of={edge.quantity} symbol={lot.symbol} />, basis <Usd of={edge.cost_basis} />
            {edge.tx_hash && <code title={edge.tx_hash}> {short(edge.tx_hash)}</code>}
          </li>
        ))}
      </ol>
      {lineage.breaks.map(({ lot_id: id, reason }) => (
        <p key={id} class="notice">
          {reason}
        </p>
      ))}
    </>
  );
}
