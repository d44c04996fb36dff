import { createServer } from 'node:net';
import { LaunchError } from './launch-error';

/**
 * Checks a port before anything starts, so that a used port fails early.
 * @param variable for the error message
 * @throws LaunchError when another process uses the port, or this user has no permission
 */
export async function checkPort(host: string, port: number, variable = 'PORT'): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject).listen(port, host, resolve);
    });
    await new Promise((resolve) => probe.close(resolve));
  } catch (error) {
    throw portBusy(error, host, port, variable);
  }
}

export function portBusy(error: unknown, host: string, port: number, variable = 'PORT'): Error {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') {
    return new LaunchError(
      `Port ${port} on ${host} is already in use. Stop the process that listens there, or set ${variable} to another port.`,
    );
  }
  if (code === 'EACCES')
    return new LaunchError(`This user cannot listen on port ${port}. Set ${variable} to 1024 or above.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new LaunchError(
      `This machine has no address ${host}. Set HOST to one of its addresses, for example 127.0.0.1.`,
    );
  }
  return error instanceof Error ? error : new Error(String(error));
}
