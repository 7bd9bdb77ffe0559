import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A loopback address for a node that accepts every caller and runs behind a gateway. It is one of the 16 million addresses
 * of 127.0.0.0/8, so that no page finds it by scanning the ports of 127.0.0.1. It is 127.0.0.1 where a system has only that
 * one, as macOS does.
 */
export async function hiddenHost(): Promise<string> {
  const host = `127.${[randomInt(1, 255), randomInt(256), randomInt(1, 255)].join('.')}`
  const probe = createServer()
  try {
    probe.listen(0, host)
    await once(probe, 'listening')
    return host
  } catch {
    return '127.0.0.1'
  } finally {
    probe.close()
  }
}
