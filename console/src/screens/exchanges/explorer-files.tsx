import { useState } from 'preact/hooks';
import type * as schemas from '../../../../clients/typescript/src/generated/schemas';
import { listAll, service } from '../../api';
import { short } from '../../format';
import { useData } from '../../state';
import { Action, Card, Choice, Field } from '../../ui';
import { FilesField, ReportView, type Report } from './files';

type Chain = schemas.ChainName;

/** CHAINS: those of the API, each once; the first is chosen. A chain that is missing here breaks the build. */
const CHAINS = Object.keys({
  ethereum: true,
  base: true,
  arbitrum: true,
  optimism: true,
  polygon: true,
  gnosis: true,
  bsc: true,
  avalanche: true,
  linea: true,
  scroll: true,
  zksync: true,
  sonic: true,
  unichain: true,
  ink: true,
  berachain: true,
  hyperevm: true,
  mantle: true,
  bitcoin: true,
  solana: true,
} satisfies Record<Chain, true>) as Chain[];

/** Rows of a wallet that no provider returns, as an explorer exports them. */
export function ExplorerFiles() {
  const wallets = useData(() => listAll('listLinkedWallets', {}), []);
  const [files, setFiles] = useState<File[]>([]);
  const [address, setAddress] = useState('');
  const [chain, setChain] = useState<Chain>('ethereum');
  const [report, setReport] = useState<Report | null>(null);
  const send = (isDryRun: boolean) => async (): Promise<void> => {
    const body = { file: files, chain, dry_run: isDryRun };
    setReport((await service.importHistory({ address: address.trim(), body })).data);
  };
  return (
    <Card title="Import files of an explorer">
      <FilesField
        label="CSV files of the explorer"
        hint="For a wallet whose history is not whole: its rows as Etherscan exports them, or in the generic format."
        files={files}
        choose={(list) => {
          setFiles(list);
          setReport(null);
        }}
      />
      <div class="filters">
        <Field label="Wallet">
          <input
            value={address}
            list="linked-wallets"
            onInput={(event) => setAddress(event.currentTarget.value)}
            placeholder="0x…"
            spellcheck={false}
            autocomplete="off"
          />
        </Field>
        <datalist id="linked-wallets">
          {(wallets.data ?? []).map((one) => (
            <option key={one.id} value={one.address}>
              {one.label === '' ? short(one.address) : one.label}
            </option>
          ))}
        </datalist>
        <Choice label="Chain of the files" value={chain} names={CHAINS} choose={setChain} />
      </div>
      <div class="row">
        {files.length === 0 || address.trim() === '' ? (
          <span class="note">Choose files and a wallet.</span>
        ) : (
          <>
            <Action run={send(true)}>Check</Action>
            <Action run={send(false)} kind="primary">
              Import into this wallet
            </Action>
          </>
        )}
      </div>
      {report && <ReportView report={report} />}
    </Card>
  );
}
