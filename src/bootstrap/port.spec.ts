import { createServer, type AddressInfo } from 'node:net';
import { checkPort } from './port';

describe('checkPort', () => {
  it('names a port somebody else listens on, and is quiet once it is free', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(checkPort('127.0.0.1', port)).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use`);
    await new Promise((resolve) => other.close(resolve));
    await expect(checkPort('127.0.0.1', port)).resolves.toBeUndefined();
  });

  it('says so when the machine has no such address', async () => {
    await expect(checkPort('203.0.113.7', 0)).rejects.toThrow('This machine has no address 203.0.113.7');
  });
});
