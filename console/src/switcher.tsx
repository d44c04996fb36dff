import { linkTo, useApp } from './state';
import { useSources } from './sources';
import { Field } from './ui';

/** Chooses whose figures a screen shows, by the names that the owner gave. */
export function Switcher({ screen, wallet }: { screen: string; wallet: string | null }) {
  const { settings, user } = useApp();
  const { data, portfolios, nameOf } = useSources();
  const sources = data ?? [];
  const demo = user ? [] : settings.demo_wallets;
  const known = [...sources.map(({ id }) => id), ...demo.map(({ address }) => address)];
  const isOther = wallet !== null && !known.some((id) => id.toLowerCase() === wallet.toLowerCase());
  if (known.length === 0 && !isOther) return null;
  const choose = (value: string): void => {
    const [kind, id = ''] = [value.slice(0, 1), value.slice(1)];
    location.hash = kind === 'p' ? linkTo('portfolios', id) : linkTo(screen, id === '' ? null : id);
  };
  const shown =
    wallet === null ? '' : (known.find((id) => id.toLowerCase() === wallet.toLowerCase()) ?? wallet);
  const group = (label: string, kind: 'wallet' | 'exchange') => {
    const own = sources.filter((one) => one.kind === kind);
    return own.length === 0 ? null : (
      <optgroup label={label}>
        {own.map(({ id, name }) => (
          <option key={id} value={`w${id}`}>
            {name}
          </option>
        ))}
      </optgroup>
    );
  };
  return (
    <div class="switcher">
      <Field label="Shows">
        <select value={`w${shown}`} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="w">{user ? 'All sources' : 'No wallet'}</option>
          {isOther && <option value={`w${wallet}`}>{nameOf(wallet)}</option>}
          {demo.length > 0 && (
            <optgroup label="Demo wallets">
              {demo.map(({ address, label }) => (
                <option key={address} value={`w${address}`}>
                  {label}
                </option>
              ))}
            </optgroup>
          )}
          {group('Wallets', 'wallet')}
          {group('Exchanges', 'exchange')}
          {portfolios.length > 0 && (
            <optgroup label="Portfolios">
              {portfolios.map(({ id, name }) => (
                <option key={id} value={`p${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </Field>
    </div>
  );
}
