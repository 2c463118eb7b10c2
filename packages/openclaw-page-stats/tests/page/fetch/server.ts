/** A test server on 127.0.0.2 that sends raw bytes. Tests have to allow this address, since it is private. */
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export const HOST = '127.0.0.2';

export interface Site {
  readonly base: string;
  /** The request heads received so far. */
  readonly heads: string[];
  /** The open connections. */
  readonly sockets: Set<Socket>;
}

/** Starts a server that runs until the test is over. `say` receives the path of each request and answers it. */
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

/** Returns the response for a page with a title. */
export function page(body = '<title>Low water</title><p>Four words stand here.'): string {
  return `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Returns the response for a redirect. */
export function redirect(location: string): string {
  return `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
}
