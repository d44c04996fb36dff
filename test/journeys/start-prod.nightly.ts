import { describeWithRedis } from '../support/redis';
import { startProdAndWorker } from './product';
import { walkAllStories } from './walk';

describeWithRedis('npm run start:prod and npm run worker', (redis) => {
  walkAllStories((env) => startProdAndWorker(redis(), env));
});
