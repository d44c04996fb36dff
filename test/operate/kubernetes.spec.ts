import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { loadConfig, VARIABLES } from '../../src/config/env';
import { METRICS } from '../../src/ports/metrics';

const root = join(__dirname, '../..');
const FOLDER = join(root, 'deploy/kubernetes');

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- manifests of any kind
type Manifest = any;

const textOf = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');
const parse = (texts: readonly string[]): Manifest[] => texts.flatMap((text) => loadAll(text));
const manifests = (): Manifest[] =>
  parse(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith('.yaml'))
      .map(textOf),
  );

/** Values of a key anywhere in a manifest. */
function valuesOf(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === key ? [inner] : []),
    ...valuesOf(inner, key),
  ]);
}

const kind = (all: Manifest[], wanted: string): Manifest[] => all.filter((one) => one.kind === wanted);

/** What does not agree with the code. */
function disagreements(all: Manifest[], readme: string): string[] {
  const wrong: string[] = [];
  const isSetting = (name: string): boolean => name in VARIABLES;
  const settings = Object.assign({}, ...kind(all, 'ConfigMap').map(({ data }) => data)) as Record<
    string,
    string
  >;
  const given = [...readme.matchAll(/--from-literal=(\w+)=/g)].map(([, name = '']) => name);
  const fromEnv = valuesOf(all, 'env').flatMap((list) =>
    (list as { name: string }[]).map(({ name }) => name),
  );
  for (const name of [...Object.keys(settings), ...given, ...fromEnv])
    if (!isSetting(name)) wrong.push(`${name}: no setting`);
  const keys = [...valuesOf(all, 'secretKeyRef'), ...valuesOf(all, 'credentials')] as { key: string }[];
  for (const { key } of keys) if (!given.includes(key)) wrong.push(`${key}: in no secret`);

  const queries = valuesOf(all, 'query') as string[];
  for (const query of queries) {
    const [, metric = ''] = /^max\((\w+)\)$/.exec(query) ?? [];
    if (!(metric in METRICS)) wrong.push(`${query}: no metric`);
  }

  const deployments = kind(all, 'Deployment');
  const names = deployments.map(({ metadata }) => metadata.name as string);
  for (const { spec } of kind(all, 'ScaledObject'))
    if (!names.includes(spec.scaleTargetRef.name))
      wrong.push(`${spec.scaleTargetRef.name}: no such deployment`);
  const ports = { http: settings['PORT'], metrics: settings['WORKER_METRICS_PORT'] } as Record<
    string,
    string
  >;
  for (const one of valuesOf(deployments, 'ports').flat() as { name: string; containerPort: number }[])
    if (ports[one.name] !== String(one.containerPort)) wrong.push(`${one.name}: not at ${one.containerPort}`);

  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const commands = ['start:prod', 'worker', 'cli'].map((name) => scripts[name]?.replace(/^.*exec /, ''));
  for (const command of (valuesOf(all, 'command') as string[][]).map((words) => words.join(' ')))
    if (!commands.some((known) => command === known || command === `${known} migrate`))
      wrong.push(`${command}: no command`);
  return wrong;
}

const PROBES = new Set(['/health/ready', '/api/v1/health']);

describe('the manifests for Kubernetes', () => {
  it('name settings, metrics, ports and commands of this release', () => {
    expect(disagreements(manifests(), textOf('README.md'))).toEqual([]);
    const paths = (valuesOf(manifests(), 'httpGet') as { path: string }[]).map(({ path }) => path);
    expect(new Set(paths)).toEqual(PROBES);
  });

  it('are checked: a renamed setting, metric, port, command or secret is found', () => {
    const text = (from: RegExp, to: string): Manifest[] =>
      parse(
        readdirSync(FOLDER)
          .filter((file) => file.endsWith('.yaml'))
          .map((file) => textOf(file).replace(from, to)),
      );
    const readme = textOf('README.md');
    const found = (from: RegExp, to: string): string[] => disagreements(text(from, to), readme);
    expect(found(/TRUST_PROXY/, 'TRUSTED')).toEqual(['TRUSTED: no setting']);
    expect(found(/cost_basis_jobs_oldest_queued_seconds/, 'cost_basis_jobs_age')).toEqual([
      'max(cost_basis_jobs_age): no metric',
    ]);
    expect(found(/containerPort: 9464/, 'containerPort: 9465')).toEqual(['metrics: not at 9465']);
    expect(found(/, worker\]/, ', workers]')).toHaveLength(1);
    expect(found(/scaleTargetRef:\n.*\n/, 'scaleTargetRef: { name: other }\n')).toEqual([
      'other: no such deployment',
    ]);
    expect(disagreements(manifests(), readme.replace('METRICS_TOKEN', 'METRICS_SECRET'))).toEqual([
      'METRICS_SECRET: no setting',
      ...Array.from({ length: 2 }, () => 'METRICS_TOKEN: in no secret'),
    ]);
  });

  it('have settings with which a process in production starts', () => {
    const [{ data }] = kind(manifests(), 'ConfigMap') as [{ data: Record<string, string> }];
    const secrets = {
      DATABASE_URL: 'postgresql://service@pool/db',
      DATABASE_SESSION_URL: 'postgresql://service@database/db',
      REDIS_URL: 'redis://redis:6379',
      JWT_SECRET: 'j'.repeat(32),
      ENCRYPTION_KEY: 'e'.repeat(32),
      METRICS_TOKEN: 'm'.repeat(32),
    };
    expect(loadConfig({ ...data, ...secrets })).toMatchObject({ NODE_ENV: 'production', PORT: 3000 });
  });

  it('run pods without a token of the cluster, under seccomp, and with a network policy that selects them', () => {
    const [policy] = kind(manifests(), 'NetworkPolicy');
    const templates = [...kind(manifests(), 'Deployment'), ...kind(manifests(), 'Job')].map(
      ({ spec }) => spec.template,
    );
    expect(templates).toHaveLength(3);
    for (const { metadata, spec } of templates) {
      expect(spec.automountServiceAccountToken).toBe(false);
      expect(spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(metadata.labels).toMatchObject(policy.spec.podSelector.matchLabels);
    }
    const [{ resources }] = kind(parse([textOf('kustomization.yaml')]), 'Kustomization');
    expect(resources).toContain('network.yaml');
  });

  it('have no secret in them', () => {
    for (const file of readdirSync(FOLDER))
      expect(textOf(file)).not.toMatch(/:\/\/[^/\s]*:[^/\s]*@|kind: Secret/);
  });
});
