import { useState } from 'preact/hooks';
import type * as schemas from '../../../../clients/typescript/src/generated/schemas';
import { listAll, save, service } from '../../api';
import { Caveats } from '../../caveats';
import { costOf, gainOf, valueOf } from '../../known';
import { noValue, short, sum, words, yearNow } from '../../format';
import { kindOfFile, LastKind } from '../../official-form';
import { linkTo, useApp, useData } from '../../state';
import { Reasons, StatusFigure, StatusTag } from '../../tax-status';
import { Ask } from '../../dialog';
import { Action, Card, Empty, Field, Figure, Read, Table, Units, Usd, type Column } from '../../ui';
import { YearField } from '../../year-field';
import { yearsOf } from '../../years';

type Portfolio = schemas.PortfolioResponse;
type OfWallet = schemas.TaxSummaryResponse;
type Holding = schemas.PortfolioHoldingResponse;

/** The wallets, the tax year and the holdings of one taxpayer. */
export function Taxpayer({ id, changed, deleted }: { id: string; changed: () => void; deleted: () => void }) {
  const portfolio = useData((signal) => service.getPortfolio({ portfolio_id: id }, { signal }), [id]);
  const reload = (): void => {
    portfolio.reload();
    changed();
  };
  return (
    <Read from={portfolio}>
      {({ data }) => (
        <>
          <Wallets portfolio={data} reload={reload} deleted={deleted} />
          {data.address_count > 0 && <Figures key={data.updated_at} portfolio={data} />}
        </>
      )}
    </Read>
  );
}

function Wallets({
  portfolio,
  reload,
  deleted,
}: {
  portfolio: Portfolio;
  reload: () => void;
  deleted: () => void;
}) {
  const [address, setAddress] = useState('');
  const [label, setLabel] = useState('');
  const { tell } = useApp();
  const { id } = portfolio;
  const add = async (): Promise<void> => {
    const body = { address: address.trim(), ...(label.trim() === '' ? {} : { label: label.trim() }) };
    await service.addPortfolioAddress({ portfolio_id: id, body });
    setAddress('');
    setLabel('');
    reload();
  };
  return (
    <Card
      title={`Wallets of ${portfolio.name}`}
      aside={
        <Ask
          yes="Delete the portfolio"
          question={`${portfolio.name} and its list of wallets are deleted. The wallets and their history stay.`}
          run={async () => {
            await service.deletePortfolio({ portfolio_id: id });
            deleted();
            tell(`${portfolio.name} was deleted.`, async () => {
              const addresses = portfolio.addresses.map(({ address }) => address);
              await service.createPortfolio({ body: { name: portfolio.name, addresses } });
              deleted();
            });
          }}
        >
          Delete
        </Ask>
      }
    >
      {portfolio.addresses.length === 0 && <Empty>No wallet. Add the first one below.</Empty>}
      <ul class="issues">
        {portfolio.addresses.map((one) => (
          <li class="issue" key={one.address}>
            <div class="issue-line">
              <span class="issue-title">
                <a href={linkTo('home', one.address)}>
                  <strong>{one.label === '' ? short(one.address) : one.label}</strong>
                </a>{' '}
                <span class="address" title={one.address}>
                  {short(one.address)}
                </span>
              </span>
              <Action
                run={async () => {
                  await service.removePortfolioAddress({ portfolio_id: id, address: one.address });
                  reload();
                }}
              >
                Remove
              </Action>
            </div>
          </li>
        ))}
      </ul>
      <div class="filters">
        <Field label="Address to add">
          <input
            value={address}
            onInput={(event) => setAddress(event.currentTarget.value)}
            spellcheck={false}
            autocomplete="off"
          />
        </Field>
        <Field label="Label of the address">
          <input value={label} onInput={(event) => setLabel(event.currentTarget.value)} />
        </Field>
        {address.trim() !== '' && <Action run={add}>Add</Action>}
      </div>
    </Card>
  );
}

const FORMATS = {
  '8949 PDF': 'pdf',
  '8949 CSV': 'csv',
  '8949 TXF': 'txf',
  '8949 Drake': 'drake',
  '8949 TaxAct': 'taxact',
  '8949 summary PDF': 'summary_pdf',
  '8949 summary CSV': 'summary_csv',
  '8949 notes': 'notes',
} as const;

function Figures({ portfolio }: { portfolio: Portfolio }) {
  const { settings } = useApp();
  const now = yearNow(settings.timezone);
  const years = useData(async () => {
    const lists = portfolio.addresses.map(({ address }) => yearsOf(address, now, settings.timezone));
    return [...new Set((await Promise.all(lists)).flat())].sort((a, b) => b - a);
  }, [portfolio.updated_at]);
  const [chosen, setChosen] = useState<number | null>(null);
  const [kind, setKind] = useState<string | null>(null);
  return (
    <Read from={years}>
      {(list) => {
        const year = chosen ?? list[0] ?? now;
        return (
          <>
            <div class="filters">
              <YearField label="Tax year of the taxpayer" years={list} year={year} choose={setChosen} />
              <div class="row" role="group" aria-label="Downloads of the taxpayer">
                {Object.entries(FORMATS).map(([label, format]) => (
                  <Action key={label} run={async () => setKind(await download(portfolio, year, format))}>
                    {label}
                  </Action>
                ))}
                <LastKind kind={kind} />
              </div>
            </div>
            <Year key={year} portfolio={portfolio} year={year} />
            <Holdings id={portfolio.id} />
          </>
        );
      }}
    </Read>
  );
}

async function download(
  { id, name }: Portfolio,
  year: number,
  format: (typeof FORMATS)[keyof typeof FORMATS],
): Promise<string | null> {
  const file = await service.getPortfolioForm8949({ portfolio_id: id, tax_year: year, format });
  if (!('blob' in file)) return null;
  await save(file, { id, name });
  return kindOfFile(file);
}

function Year({ portfolio, year }: { portfolio: Portfolio; year: number }) {
  const summary = useData(
    (signal) => service.getPortfolioTaxSummary({ portfolio_id: portfolio.id, tax_year: year }, { signal }),
    [portfolio.id, year],
  );
  const labels = new Map(portfolio.addresses.map(({ address, label }) => [address, label]));
  const columns: Column<OfWallet>[] = [
    {
      name: 'Wallet',
      cell: ({ address }) => <span title={address}>{labels.get(address) || short(address)}</span>,
    },
    { name: 'Status', cell: (row) => <StatusTag of={row} /> },
    { name: 'Disposals', isNumber: true, cell: (row) => row.disposal_count },
    {
      name: 'Short-term',
      isNumber: true,
      cell: (row) => <Usd of={row.printed.short_term.gain_loss} isGain />,
    },
    { name: 'Long-term', isNumber: true, cell: (row) => <Usd of={row.printed.long_term.gain_loss} isGain /> },
    { name: 'Income', isNumber: true, cell: (row) => <Usd of={row.printed.total_income} /> },
  ];
  return (
    <Read from={summary}>
      {({ data, meta }) => (
        <>
          <Caveats meta={meta} />
          <dl class="figures">
            <Figure label="Short-term">
              <Usd of={data.printed.short_term.gain_loss} isGain />
            </Figure>
            <Figure label="Long-term">
              <Usd of={data.printed.long_term.gain_loss} isGain />
            </Figure>
            <Figure label="Realized gain" note={noValue(data.excluded_count)}>
              <Usd of={data.printed.gain_loss} isGain />
            </Figure>
            <Figure label="Proceeds">
              <Usd of={sum(data.printed.short_term.proceeds, data.printed.long_term.proceeds)} />
            </Figure>
            <Figure label="Ordinary income">
              <Usd of={data.printed.total_income} />
            </Figure>
            <StatusFigure of={data} />
          </dl>
          <Reasons title={`What is not known of ${year}`} of={data} />
          <Card title={`Wallets in ${year}`}>
            <Table
              label="Wallets of the taxpayer"
              columns={columns}
              rows={data.by_address}
              keyOf={({ address }) => address}
              empty="No wallet."
            />
          </Card>
        </>
      )}
    </Read>
  );
}

const HOLDINGS: Column<Holding>[] = [
  { name: 'Asset', cell: ({ symbol }) => <strong>{symbol}</strong> },
  { name: 'Chain', cell: ({ chain }) => words(chain) },
  { name: 'Units', isNumber: true, cell: (row) => <Units of={row.quantity} /> },
  { name: 'Cost', isNumber: true, cell: (row) => <Usd of={costOf(row)} /> },
  { name: 'Value', isNumber: true, cell: (row) => <Usd of={valueOf(row)} /> },
  { name: 'Gain', isNumber: true, cell: (row) => <Usd of={gainOf(row)} isGain /> },
];

function Holdings({ id }: { id: string }) {
  const holdings = useData(() => listAll('getPortfolioHoldings', { portfolio_id: id }), [id]);
  return (
    <Card title="Holdings of the taxpayer">
      <Read from={holdings}>
        {(rows) => (
          <Table
            label="Holdings of the taxpayer"
            columns={HOLDINGS}
            rows={rows}
            keyOf={(row) => row.token_key}
            empty="These wallets hold nothing."
          />
        )}
      </Read>
    </Card>
  );
}
