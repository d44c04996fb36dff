'use strict';
/**
 * npm run test:stress: `npm test` three times: alone, with a lower priority beside two busy loops, and with each of its
 * processes stopped half of the time. Whoever fails there depends on the speed of the machine. Linux only (/proc).
 * `npm run test:stress -- nice` runs those whose name begins so.
 */
const { spawn } = require('node:child_process');
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const STOPPED_MS = 300;
const root = join(__dirname, '..');
const wanted = process.argv.slice(2);
const LOOP = [process.execPath, '-e', 'for (;;);'];

const RUNS = {
  alone: () => testsOf('npm', ['test']),
  'nice 10 beside two busy loops': async () => {
    const loops = [1, 2].map(() => spawn(LOOP[0], LOOP.slice(1)));
    const result = await testsOf('nice', ['-n', '10', 'npm', 'test']);
    for (const loop of loops) loop.kill('SIGKILL');
    return result;
  },
  'stopped 300 of every 600 ms': () => testsOf('npm', ['test'], stopAndGo),
};

async function testsOf(command, args, during = () => () => undefined) {
  const start = Date.now();
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let last = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text);
    last = (last + text).slice(-4_000);
  });
  const end = during(child.pid);
  const status = await new Promise((resolve) => child.once('close', resolve));
  end();
  const counts = /^\d+ passed, \d+ failed, \d+ skipped$/m.exec(last)?.[0] ?? `exit code ${status}`;
  return { counts, status, minutes: ((Date.now() - start) / 60_000).toFixed(1) };
}

/** Stops and continues the process and all that it starts, also what outlives its parent. @returns ends it */
function stopAndGo(first) {
  const known = new Map();
  let isStopped = false;
  const timer = setInterval(() => {
    isStopped = !isStopped;
    if (isStopped) find(first, known);
    for (const pid of known.keys()) signal(pid, isStopped ? 'SIGSTOP' : 'SIGCONT');
  }, STOPPED_MS);
  return () => {
    clearInterval(timer);
    for (const pid of known.keys()) signal(pid, 'SIGCONT');
  };
}

/** Adds what runs below the known processes. A number that another process has by now is forgotten. */
function find(first, known) {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  const starts = new Map(processes.map(({ pid, start }) => [pid, start]));
  for (const [pid, start] of known) if (starts.get(pid) !== start) known.delete(pid);
  if (starts.has(first)) known.set(first, starts.get(first));
  for (let before = -1; before !== known.size;) {
    before = known.size;
    for (const { pid, parent, start } of processes) if (known.has(parent)) known.set(pid, start);
  }
}

function statOf(name) {
  try {
    // The name of the program, in brackets, may contain spaces.
    const fields = readFileSync(`/proc/${name}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return [{ pid: Number(name), parent: Number(fields[1]), start: fields[19] }];
  } catch {
    return [];
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

void (async () => {
  const lines = [];
  for (const [name, run] of Object.entries(RUNS)) {
    if (wanted.length > 0 && !wanted.some((word) => name.startsWith(word))) continue;
    const { counts, status, minutes } = await run();
    lines.push(`${name}: ${counts}, ${minutes} min`);
    if (status !== 0) process.exitCode = 1;
  }
  process.stdout.write(`${lines.join('\n')}\n`);
})();
