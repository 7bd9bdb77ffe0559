import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * An address of this machine for a node that takes orders from everybody and stands behind a gateway: one of the 16 million
 * of 127.0.0.0/8, so that no page finds it by trying the ports of 127.0.0.1. Where a system has that one address only, as
 * macOS does, it is that one.
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
