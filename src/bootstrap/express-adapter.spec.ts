import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Controller, Get, Module, Query, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Request, Response } from 'express';
import { ServiceAdapter } from './express-adapter';

@Controller('hello')
class Hello {
  @Get()
  hello(@Query('name') name: string, @Res() response: Response): void {
    response.status(201).json({ name, host: (response.req as Request).hostname });
  }
}

@Module({ controllers: [Hello] })
class HelloModule {}

describe('the adapter of Express', () => {
  it('creates requests and responses with the prototypes that Express sets', async () => {
    const app = await NestFactory.create(HelloModule, new ServiceAdapter(), { logger: false });
    const server = app.getHttpServer() as Server;
    const seen: object[] = [];
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      seen.push(Object.getPrototypeOf(request) as object, Object.getPrototypeOf(response) as object);
    });
    await app.listen(0, '127.0.0.1');
    try {
      const { port } = server.address() as AddressInfo;
      const answer = await fetch(`http://127.0.0.1:${port}/hello?name=x`);
      expect(answer.status).toBe(201);
      expect(await answer.json()).toEqual({ name: 'x', host: '127.0.0.1' });
      const express = app.getHttpAdapter().getInstance() as { request: object; response: object };
      expect(seen[0]).toBe(express.request);
      expect(seen[1]).toBe(express.response);
    } finally {
      await app.close();
    }
  });
});
