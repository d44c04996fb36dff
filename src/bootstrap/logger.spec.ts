import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { accountAdmission } from '../http/request/account-admission';
import { arrival } from '../http/request/arrival';
import { createLogger } from './logger';
import { requestLogger } from './request-logger';
import { FakeClock } from '../../test/fakes/fake-clock';

const FLOOD = 60;

it('a flood of logins leaves no line for each of those that are refused', async () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const app = express();
  const clock = new FakeClock();
  app.use(requestLogger(logger), arrival(clock), accountAdmission(clock));
  app.use((request, response) => {
    request.resume();
    void released.then(() => response.end());
  });
  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/auth/login`;
    let refused = 0;
    const answers = Array.from({ length: FLOOD }, async () => {
      const { status } = await fetch(url, { method: 'POST', body: '{}' });
      if (status === 503) refused++;
    });
    while (refused < FLOOD / 4) await new Promise((wake) => setTimeout(wake, 5));
    release();
    await Promise.all(answers);
    expect(lines).toHaveLength(FLOOD - refused);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
