import { createServer } from 'node:net';
import { LaunchError } from './launch-error';

/**
 * Asked before anything is started, so that a busy port costs nothing.
 * @param variable that names the port, for what is said when it cannot be had
 * @throws LaunchError when somebody else listens there, or we may not
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

/** What a failure to listen means to the person at the terminal; any other error is given back as it is. */
export function portBusy(error: unknown, host: string, port: number, variable = 'PORT'): Error {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') {
    return new LaunchError(
      `Port ${port} on ${host} is already in use. Stop what listens there, or set ${variable} to another one.`,
    );
  }
  if (code === 'EACCES')
    return new LaunchError(`This user may not listen on port ${port}. Set ${variable} to 1024 or above.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new LaunchError(
      `This machine has no address ${host}. Set HOST to one it has, for instance 127.0.0.1.`,
    );
  }
  return error instanceof Error ? error : new Error(String(error));
}
