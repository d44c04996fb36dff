import { useState } from 'preact/hooks';
import { service } from '../../api';
import { day, difference } from '../../format';
import { useApp } from '../../state';
import type { Impact, NeedsBasis, NeedsPrice, UnmatchedTransfer } from '../../types';
import { Action, Choice, Field, Usd } from '../../ui';

/** What a fix changes, before it is stored. */
function ImpactView({ impact }: { impact: Impact }) {
  const { realized_gl_before: before, realized_gl_after: after, years_affected: years } = impact;
  return (
    <div class="impact" role="status">
      <p>
        Realized gain <Usd of={before} isGain /> → <Usd of={after} isGain />. Change:{' '}
        <strong data-test="change">
          <Usd of={difference(after, before)} isGain />
        </strong>
      </p>
      <p class="note">
        {years.length === 0
          ? 'No tax year changes. The basis counts when the units are sold.'
          : `Tax years that change: ${years.join(', ')}.`}
      </p>
    </div>
  );
}

/** Shows the effect first, and stores only what was previewed. */
function Preview({
  isReady,
  ask,
  done,
  inputs,
}: {
  isReady: boolean;
  ask: (isPreview: boolean) => Promise<{ data: { impact: Impact } }>;
  done: () => void;
  inputs: string;
}) {
  const [shown, setShown] = useState<{ inputs: string; impact: Impact } | null>(null);
  const preview = async (): Promise<void> => {
    const { data } = await ask(true);
    setShown({ inputs, impact: data.impact });
  };
  const store = async (): Promise<void> => {
    await ask(false);
    done();
  };
  const isCurrent = shown?.inputs === inputs;
  return (
    <>
      {shown && isCurrent && <ImpactView impact={shown.impact} />}
      <div class="row">
        {isReady ? (
          <Action run={preview}>Show the effect</Action>
        ) : (
          <span class="note">Fill in the fields.</span>
        )}
        {shown && isCurrent && (
          <Action run={store} kind="primary">
            Confirm
          </Action>
        )}
      </div>
    </>
  );
}

export function BasisFix({ wallet, lot, done }: { wallet: string; lot: NeedsBasis; done: () => void }) {
  const { settings } = useApp();
  const [cost, setCost] = useState('');
  const [date, setDate] = useState(day(lot.received_date, settings.timezone));
  const [note, setNote] = useState('');
  const body = { quantity: lot.untracked_quantity, cost_basis: cost.trim(), acquisition_date: date, note };
  return (
    <div class="form">
      <Field label="What you paid, USD" hint="For all units of this row">
        <input
          inputMode="decimal"
          value={cost}
          onInput={(event) => setCost(event.currentTarget.value)}
          placeholder="610.50"
        />
      </Field>
      <Field label="Acquired on">
        <input type="date" value={date} onInput={(event) => setDate(event.currentTarget.value)} />
      </Field>
      <Field label="Note">
        <input
          value={note}
          onInput={(event) => setNote(event.currentTarget.value)}
          placeholder="Where the proof is"
        />
      </Field>
      <p class="note">
        Market value at receipt: <Usd of={lot.fair_market_value_at_receipt} />.
      </p>
      <Preview
        isReady={cost.trim() !== '' && date !== ''}
        inputs={JSON.stringify(body)}
        ask={(preview) => service.setLotBasis({ address: wallet, lot_id: lot.lot_id, body, preview })}
        done={done}
      />
    </div>
  );
}

export function PriceFix({
  wallet,
  need: { transaction_id: transactionId, missing, fees },
  done,
}: {
  wallet: string;
  need: NeedsPrice;
  done: () => void;
}) {
  const [value, setValue] = useState('');
  const [feeValue, setFeeValue] = useState('');
  const [ofUnits, ofFees] = [missing.includes('value_usd'), missing.includes('fee_value_usd')];
  const body = {
    ...(value.trim() !== '' && { value_usd: value.trim() }),
    ...(feeValue.trim() !== '' && { fee_value_usd: feeValue.trim() }),
    note: '',
  };
  return (
    <div class="form">
      {ofUnits && (
        <Field label="Value of the transaction, USD">
          <input inputMode="decimal" value={value} onInput={(event) => setValue(event.currentTarget.value)} />
        </Field>
      )}
      {ofFees && (
        <Field label="Value of the fee, USD" hint={fees.map(({ symbol }) => symbol).join(', ')}>
          <input
            inputMode="decimal"
            value={feeValue}
            onInput={(event) => setFeeValue(event.currentTarget.value)}
          />
        </Field>
      )}
      <Preview
        isReady={(!ofUnits || value.trim() !== '') && (!ofFees || feeValue.trim() !== '')}
        inputs={JSON.stringify(body)}
        ask={(preview) =>
          service.setTransactionValue({ address: wallet, transaction_id: transactionId, body, preview })
        }
        done={done}
      />
    </div>
  );
}

type Type = UnmatchedTransfer['choices'][number];
/** NAMES: types whose name says less than what they mean to their owner. */
export const NAMES: Partial<Record<Type, string>> = {
  internal_transfer: 'To or from my own wallet',
  transfer_in: 'Received from somebody else',
  withdrawal: 'Back from a deposit',
};
const INCOME = ['airdrop', 'staking_reward', 'mining_reward', 'interest', 'other'] as const;
type Income = (typeof INCOME)[number];

export function ClassificationFix({
  wallet,
  transactionId,
  choices,
  done,
}: {
  wallet: string;
  transactionId: string;
  /** Types that fit the transaction, the likeliest first. */
  choices: readonly Type[];
  done: () => void;
}) {
  const [type, setType] = useState<Type>(choices[0] ?? 'internal_transfer');
  const [income, setIncome] = useState<Income>('other');
  const { tell } = useApp();
  const body = type === 'income' ? { type, income_type: income } : { type };
  const stored = (): void => {
    tell('Your answer is stored.', async () => {
      await service.removeClassification({ address: wallet, transaction_id: transactionId });
      done();
    });
    done();
  };
  return (
    <div class="form">
      <Choice label="What it was" value={type} names={choices} titles={NAMES} choose={setType} />
      {type === 'income' && (
        <Choice label="Kind of income" value={income} names={INCOME} choose={setIncome} />
      )}
      <Preview
        isReady
        inputs={JSON.stringify(body)}
        ask={(preview) =>
          service.classifyTransaction({ address: wallet, transaction_id: transactionId, body, preview })
        }
        done={stored}
      />
    </div>
  );
}
