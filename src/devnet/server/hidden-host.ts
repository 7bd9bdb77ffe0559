import { randomInt } from 'node:crypto'
import { freePort } from '../free-port.ts'

/**
 * Returns a loopback address for a node behind a gateway. The node answers every caller, and a page could scan the ports of
 * 127.0.0.1. So the address is a random one of the 16 million in 127.0.0.0/8. On systems with only 127.0.0.1, such as macOS,
 * returns 127.0.0.1.
 */
export async function hiddenHost(): Promise<string> {
  const host = `127.${[randomInt(1, 255), randomInt(256), randomInt(1, 255)].join('.')}`
  const isThere = await freePort(host).catch(() => undefined)
  return isThere === undefined ? '127.0.0.1' : host
}
