import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

const A = 1;
const AAAA = 28;
const CODES = { NXDOMAIN: 3, SERVFAIL: 2 } as const;

/** Addresses, a failure, or null for no answer at all. */
export type Naming = readonly string[] | keyof typeof CODES | null;

export interface NameServer {
  /** `address:port`, as a resolver takes it. */
  address: string;
  /** Questions for A records, in order. */
  asked: string[];
  close(): void;
}

/** A name server of the test's own, with a time to live of 0. Asked for each question anew: it may change its mind. */
export async function startNameServer(answer: (name: string, n: number) => Naming): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (message, peer) => {
    const { name, type, end } = questionOf(message);
    const n = asked.filter((each) => each === name).length;
    if (type === A) asked.push(name);
    const naming = answer(name, type === A ? n : Math.max(0, n - 1));
    if (naming === null) return;
    socket.send(replyTo(message.subarray(0, end), type, naming), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => void socket.close(),
  };
}

function questionOf(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('ascii', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function replyTo(question: Buffer, type: number, naming: readonly string[] | keyof typeof CODES): Buffer {
  const records = typeof naming === 'string' ? [] : naming.filter((ip) => isIPv4(ip) === (type === A));
  const usable = type === A || type === AAAA ? records : [];
  const header = Buffer.from(question);
  header.writeUInt16BE(0x8180 | (typeof naming === 'string' ? CODES[naming] : 0), 2);
  header.writeUInt16BE(usable.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, ...usable.map((ip) => record(ip, type))]);
}

function record(ip: string, type: number): Buffer {
  const bytes = Buffer.from(ipaddr.parse(ip).toByteArray());
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}
