import { REDIS_AWAY } from '../app.factory';
import { changesAreSeen } from './changes-are-seen';

describe('while Redis is away, with the notifications of Postgres', () => changesAreSeen(() => REDIS_AWAY));
