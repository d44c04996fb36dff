import { describeWithRedis } from '../support/redis';
import { changesAreSeen } from './changes-are-seen';

describeWithRedis('with Redis', (redis) => changesAreSeen(() => ({ REDIS_URL: redis().url })));
