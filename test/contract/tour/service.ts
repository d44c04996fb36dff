import type { Tour } from './tour';

/** The service about itself. */
export async function visitService(tour: Tour): Promise<void> {
  for (const path of ['/api/v1/health', '/health', '/api/health', '/health/ready', '/api/health/ready'])
    await tour.visit(`GET ${path}`, { as: 'nobody' });
}
