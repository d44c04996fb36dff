import { startApp, type TestApp } from '../app.factory';
import { OFFLINE } from '../support/offline';
import { eachShownOnce } from './unified-cursor';

let app: TestApp;
beforeAll(async () => (app = await startApp(OFFLINE)));
afterAll(() => app?.close());

it('transactions of all sources are shown once each to a reader by cursor while 10,000 more arrive', () =>
  eachShownOnce(app, { stable: 400, arriving: 10_000 }));
