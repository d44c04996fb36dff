import { service } from './api';
import { words } from './format';
import { useData } from './state';
import { Moment } from './ui';

/** What an answer states about its own completeness, in `meta`. */
export type Meta = Partial<
  Omit<Awaited<ReturnType<typeof service.listTransactions>>['meta'], 'request_id' | 'timestamp' | 'version'>
>;

/** Why figures may not be whole. A chain that could not be read counts nothing, and would look like an empty one. */
export function Caveats({ meta }: { meta: Meta }) {
  const { unavailable_chains: unavailable = [], stale_chains: stale = [] } = meta;
  const reasons = new Set(unavailable.flatMap(({ reason }) => (reason === undefined ? [] : [reason])));
  const isPart = meta.history_truncated === true || meta.history_incomplete === true;
  return (
    <>
      {unavailable.length > 0 && (
        <div class="notice bad" role="alert">
          <p>
            <strong>Not everything is counted.</strong> {namesOf(unavailable)} could not be read: what is
            there is missing in every figure.
          </p>
          {[...reasons].map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
      )}
      {isPart && (
        <p class="notice" role="status">
          A data provider or an exchange returned only a part of the history. Figures can be wrong until it is
          whole.
        </p>
      )}
      {stale.length > 0 && (
        <p class="notice" role="status">
          New transactions may be missing:{' '}
          {stale.map(({ chain, address, indexed_at: at }, i) => (
            <span key={`${chain} ${address ?? ''}`}>
              {i > 0 && ', '}
              {words(chain)} is as of <Moment of={at} withTime />
            </span>
          ))}
          .
        </p>
      )}
      {meta.recomputing === true && (
        <p class="notice" role="status">
          Figures of an earlier release are being computed again. Open this page again in a moment.
        </p>
      )}
      {meta.wash_sales_approximate === true && (
        <p class="notice" role="status">
          So many wash sales are in this history that the sale that recognises a loss may differ.
        </p>
      )}
      {meta.is_limited === true && (
        <p class="notice" role="status">
          The plan shows the {meta.tx_limit} most recent of {meta.tx_total} transactions. Lists are cut;
          totals count all.
        </p>
      )}
    </>
  );
}

const namesOf = (chains: readonly { chain: string }[]): string =>
  [...new Set(chains.map(({ chain }) => words(chain)))].join(', ');

/** The same for a screen whose own answers do not state it. */
export function WalletCaveats({ wallet }: { wallet: string }) {
  const page = useData(
    (signal) => service.listTransactions({ address: wallet, per_page: 1 }, { signal }),
    [wallet],
  );
  return page.data && <Caveats meta={page.data.meta} />;
}
