/** A server on 127.0.0.2 that says bytes, for tests. 127.0.0.2 is private: the policy of a test permits it, or not. */
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export const HOST = '127.0.0.2';

export interface Site {
  readonly base: string;
  /** The heads of the requests so far. */
  readonly heads: string[];
  /** Those that are connected. */
  readonly sockets: Set<Socket>;
}

/** Serves until the test is over; `say` answers a request for a path. */
export async function serve(say: (socket: Socket, path: string) => void): Promise<Site> {
  const [heads, sockets]: [string[], Set<Socket>] = [[], new Set()];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', (head) => {
      heads.push(head.toString('latin1'));
      say(socket, head.toString('latin1').split(' ')[1]!);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, HOST, resolve);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { base: `http://${HOST}:${(server.address() as AddressInfo).port}`, heads, sockets };
}

/** A page with a title, as bytes. */
export function page(body = '<title>Low water</title><p>Four words stand here.'): string {
  return `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** A redirect, as bytes. */
export function redirect(location: string): string {
  return `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
}
