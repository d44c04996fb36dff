import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { day, gain, money, percent, quantity, signOf, time, words } from './format';
import { messageOf } from './errors';
import { useApp, type Loaded } from './state';

export { Table, type Column } from './table';

export const HIDDEN = '•••';

/** An amount in USD. Null is unknown, which is not zero. */
export function Usd({ of: value, isGain = false }: { of: string | null | undefined; isGain?: boolean }) {
  const { hidesAmounts } = useApp();
  if (value === null || value === undefined) return <span class="unknown">unknown</span>;
  if (hidesAmounts) return <span class="amount">{HIDDEN}</span>;
  const sign = isGain ? signOf(value) : 0;
  return (
    <span class={`amount${sign > 0 ? ' up' : sign < 0 ? ' down' : ''}`}>
      {isGain ? gain(value) : money(value)}
    </span>
  );
}

export function Units({ of: value, symbol }: { of: string; symbol?: string }) {
  const { hidesAmounts } = useApp();
  return (
    <span class="amount">
      {hidesAmounts ? HIDDEN : quantity(value)}
      {symbol === undefined ? '' : ` ${symbol}`}
    </span>
  );
}

export const Percent = ({ of: value }: { of: string | null }) => (
  <span class="amount">{value === null ? 'unknown' : percent(value)}</span>
);

export function Moment({ of: value, withTime = false }: { of: string | null; withTime?: boolean }) {
  const { settings } = useApp();
  if (value === null) return <span class="unknown">unknown</span>;
  return <time dateTime={value}>{(withTime ? time : day)(value, settings.timezone)}</time>;
}

/** What a read shows while it runs, when it fails, and then. */
export function Read<T>({ from, children }: { from: Loaded<T>; children: (data: T) => ComponentChildren }) {
  if (from.error) return <Failure error={from.error} retry={from.reload} />;
  if (from.data === null)
    return (
      <p class="loading" role="status">
        Loading…
      </p>
    );
  return <div aria-busy={from.isLoading}>{children(from.data)}</div>;
}

export const Failure = ({ error, retry }: { error: Error; retry?: () => void }) => (
  <div class="notice bad" role="alert">
    <p>{messageOf(error)}</p>
    {retry && (
      <button type="button" onClick={retry}>
        Try again
      </button>
    )}
  </div>
);

export const Empty = ({ children }: { children: ComponentChildren }) => <p class="empty">{children}</p>;

export const Card = ({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ComponentChildren;
  children: ComponentChildren;
}) => (
  <section class="card">
    <header>
      <h2>{title}</h2>
      {aside}
    </header>
    {children}
  </section>
);

export const Figure = ({
  label,
  children,
  note,
}: {
  label: string;
  children: ComponentChildren;
  note?: ComponentChildren;
}) => (
  <div class="figure">
    <dt>{label}</dt>
    <dd>{children}</dd>
    {note !== undefined && <dd class="note">{note}</dd>}
  </div>
);

export const Tag = ({
  kind = 'plain',
  children,
}: {
  kind?: 'plain' | 'good' | 'warn' | 'bad';
  children: ComponentChildren;
}) => <span class={`tag ${kind}`}>{children}</span>;

export const Field = ({
  label,
  children,
  hint,
}: {
  label: string;
  children: ComponentChildren;
  hint?: string;
}) => (
  <label class="field">
    <span>{label}</span>
    {children}
    {hint !== undefined && <small>{hint}</small>}
  </label>
);

/** A text that filters a list from Enter or a change of focus on. */
export function TextFilter({
  label,
  hint,
  placeholder,
  first = '',
  choose,
}: {
  label: string;
  hint?: string;
  placeholder?: string;
  /** What is filtered at the start. */
  first?: string;
  choose: (text: string) => void;
}) {
  // Every render writes the value of an input, so a text that is still typed needs a state of its own.
  const [text, setText] = useState(first);
  return (
    <Field label={label} hint={hint}>
      <input
        value={text}
        placeholder={placeholder}
        onInput={(event) => setText(event.currentTarget.value)}
        onChange={(event) => choose(event.currentTarget.value.trim())}
      />
    </Field>
  );
}

/** One name of a closed list. The children are options before those of the list. */
export const Choice = <T extends string>({
  label,
  value,
  names,
  titles = {},
  choose,
  children,
}: {
  label: string;
  value: T;
  names: readonly T[];
  /** Of names that say too little. */
  titles?: Partial<Record<T, string>>;
  choose: (name: T) => void;
  children?: ComponentChildren;
}) => (
  <Field label={label}>
    <select value={value} onChange={(event) => choose(event.currentTarget.value as T)}>
      {children}
      {names.map((name) => (
        <option key={name} value={name}>
          {titles[name] ?? words(name)}
        </option>
      ))}
    </select>
  </Field>
);

/** Something that the owner stated, with its removal. */
export const Stated = ({
  kind,
  effect,
  undo,
  children,
}: {
  kind: string;
  effect?: ComponentChildren;
  undo: () => Promise<void>;
  children: ComponentChildren;
}) => (
  <li class="issue">
    <div class="issue-line">
      <Tag kind="good">{kind}</Tag>
      <span class="issue-title">{children}</span>
      {effect !== undefined && <span class="issue-effect">{effect}</span>}
      <Action run={undo}>Undo</Action>
    </div>
  </li>
);

/** A button for work on the service: disabled while it runs, with its error beside it. */
export function Action({
  children,
  run,
  kind = '',
  ...rest
}: {
  children: ComponentChildren;
  run: () => Promise<unknown>;
  kind?: string;
  title?: string;
}) {
  const [state, setState] = useState<'idle' | 'busy' | Error>('idle');
  const isHere = useRef(true);
  useEffect(
    () => () => {
      isHere.current = false;
    },
    [],
  );
  const start = (): void => {
    setState('busy');
    run().then(
      () => isHere.current && setState('idle'),
      (error: unknown) =>
        isHere.current && setState(error instanceof Error ? error : new Error(String(error))),
    );
  };
  return (
    <>
      <button type="button" class={kind} disabled={state === 'busy'} onClick={start} {...rest}>
        {children}
      </button>
      {state instanceof Error && (
        <span class="inline-error" role="alert">
          {messageOf(state)}
        </span>
      )}
    </>
  );
}
