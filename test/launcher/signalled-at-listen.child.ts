import '../../src/main';
import { Server } from 'node:http';

/** The API process, which gets SIGTERM in the moment in which its port is open. The start is not that far yet. */
const listen = Reflect.get(Server.prototype, 'listen') as (...args: unknown[]) => Server;
Object.assign(Server.prototype, {
  listen(this: Server, ...args: unknown[]): Server {
    this.once('listening', () => process.kill(process.pid, 'SIGTERM'));
    return listen.apply(this, args);
  },
});
