import { createServer, IncomingMessage, ServerResponse, type RequestListener } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

type Instance = RequestListener & { request: IncomingMessage; response: ServerResponse };

/**
 * Creates each request and response with the prototype that Express sets. Otherwise Express replaces the prototype,
 * and V8 treats the objects as dictionaries: half of the processor time of a cached answer. The server needs no
 * options: TLS ends at a proxy.
 */
export class ServiceAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const instance = this.getInstance<Instance>();
    const classes = {
      IncomingMessage: class extends IncomingMessage {},
      ServerResponse: class extends ServerResponse {},
    };
    Object.setPrototypeOf(classes.IncomingMessage.prototype, instance.request);
    Object.setPrototypeOf(classes.ServerResponse.prototype, instance.response);
    Object.assign(instance, {
      request: classes.IncomingMessage.prototype,
      response: classes.ServerResponse.prototype,
    });
    // `limitServer` refuses a request without a host as JSON.
    this.httpServer = createServer({ ...classes, requireHostHeader: false }, instance);
  }
}
