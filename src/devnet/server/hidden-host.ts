import { randomInt } from 'node:crypto'
import { freePort } from '../free-port.ts'

/**
 * Returns a loopback address for a node that accepts every caller and runs behind a gateway. It is one of the
 * 16 million addresses of 127.0.0.0/8, so that no page finds it by scanning the ports of 127.0.0.1. On a system
 * with only the address 127.0.0.1, such as macOS, it is that address.
 */
export async function hiddenHost(): Promise<string> {
  const host = `127.${[randomInt(1, 255), randomInt(256), randomInt(1, 255)].join('.')}`
  const isThere = await freePort(host).catch(() => undefined)
  return isThere === undefined ? '127.0.0.1' : host
}
