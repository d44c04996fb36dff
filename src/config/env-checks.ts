import { isIP } from 'node:net';

export function isHttpUrl(value: string): boolean {
  return /^https?:\/\/[^\s]+$/.test(value) && originOf(value) !== null;
}

export function isOrigin(value: string): boolean {
  return originOf(value) === value.toLowerCase();
}

function originOf(value: string): string | null {
  try {
    return new URL(value).origin;
  } catch {
    return null;
  }
}

export function cutSlash(value: string): string {
  return value.replace(/\/+$/, '');
}

export function isCidr(value: string): boolean {
  const [, address = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(value) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
}

export function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
