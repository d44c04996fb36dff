import { createServer } from 'node:http';
import { InvalidSignatureError, webhooks } from '../src/index.js';

const secret = process.env['WEBHOOK_SECRET'] ?? '';

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    webhooks
      .verify({ body: Buffer.concat(chunks), headers: request.headers }, { secret })
      .then((event) => {
        if (event.event === 'lot.created')
          process.stdout.write(`${event.data.symbol} ${event.data.cost_basis}\n`);
        response.writeHead(204).end();
      })
      .catch((error: unknown) =>
        response.writeHead(error instanceof InvalidSignatureError ? 400 : 500).end(),
      );
  });
}).listen(8080);
