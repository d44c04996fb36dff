import { describeWithRedis } from '../support/redis';
import { startProdAndWorker } from './product';
import { SHORT_STORIES } from './stories';
import { walkStories } from './walk';

describeWithRedis('npm run start:prod and npm run worker', (redis) => {
  walkStories((env) => startProdAndWorker(redis(), env), SHORT_STORIES);
});
