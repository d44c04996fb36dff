import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { argv, execArgv, execPath } from 'node:process';

/** What both programs print of a run; the rest is theirs alone. */
interface Run {
  n: number;
  engine_ms: number;
  rss_mb: number;
}

/** The product's run also has the speed in a process that has run it before, as a service has. */
interface OwnRun extends Run {
  warm_tx_per_s: number;
}

const FEWEST_RUNS = 3;

/**
 * Runs another engine's script and this one in turns, each time in a fresh process, so that what else the machine does
 * falls on both. Medians decide; `least` is the ratio of the fastest runs, for a machine that is not quiet.
 * @param script prints one JSON line with `n`, `engine_ms` and `rss_mb`, given a ledger and a method
 * @returns a table as Markdown, one line per ledger and method
 */
export function compare(
  script: string,
  ledgers: readonly string[],
  methods: readonly string[],
  runs: number,
): string {
  const rows = ledgers.flatMap((ledger) =>
    methods.map((method) => {
      const theirs: Run[] = [];
      const ours: OwnRun[] = [];
      for (let run = 0; run < Math.max(runs, FEWEST_RUNS); run++) {
        theirs.push(runOnce<Run>([script, ledger, method]));
        ours.push(runOnce<OwnRun>([...execArgv, ownScript(), ledger, method]));
      }
      return row(basename(ledger), method, theirs, ours);
    }),
  );
  return [HEAD, HEAD.replace(/[^|]+/g, ' --- '), ...rows].join('\n');
}

const HEAD =
  '| Ledger | Method | Transactions | Reference tx/s | Engine tx/s | Ratio | Least | Warm engine tx/s | Engine ns/tx | Reference MB | Engine MB |';

const ownScript = (): string => argv[1] ?? '';

function row(ledger: string, method: string, theirs: readonly Run[], ours: readonly OwnRun[]): string {
  const n = ours[0]?.n ?? 0;
  const [reference, engine] = [theirs, ours].map((runs) => median(runs.map((run) => run.engine_ms)));
  const [fastest, own] = [theirs, ours].map((runs) => Math.min(...runs.map((run) => run.engine_ms)));
  if (!reference || !engine || !fastest || !own) throw new Error('A run took no time');
  const cells = [
    ledger,
    method,
    n,
    perSecond(n, reference),
    perSecond(n, engine),
    (reference / engine).toFixed(2),
    (fastest / own).toFixed(2),
    thousands(median(ours.map((run) => run.warm_tx_per_s))),
    Math.round((engine * 1e6) / n),
    median(theirs.map((run) => run.rss_mb)),
    median(ours.map((run) => run.rss_mb)),
  ];
  return `| ${cells.join(' | ')} |`;
}

const perSecond = (n: number, ms: number): string => thousands((n * 1000) / ms);
const thousands = (value: number): string => Math.round(value).toLocaleString('en-US');

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** @param command arguments of Node, its flags first: ours are those of this process, theirs none */
function runOnce<R extends Run>(command: readonly string[]): R {
  const { status, stdout, stderr } = spawnSync(execPath, command, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')} failed: ${stderr}`);
  return JSON.parse(stdout) as R;
}
