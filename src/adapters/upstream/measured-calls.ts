import type { Metrics } from '../../ports/metrics';
import type { UpstreamClientOptions } from './upstream-client';

export const measuredCalls = (metrics: Metrics | undefined): Pick<UpstreamClientOptions, 'onCall'> =>
  metrics
    ? {
        onCall: (provider, outcome, seconds) =>
          metrics.observe('cost_basis_upstream_call_seconds', seconds, { provider, outcome }),
      }
    : {};
