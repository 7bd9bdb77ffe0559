import { randomInt } from 'node:crypto'

/**
 * Returns a port for a server that stops and starts again on the same port. The port is below the range that the system
 * assigns (Linux from 32768, macOS and Windows from 49152), so that no other program gets the port by chance. The port
 * may be in use: see `onFreePort`.
 */
export const lastingPort = async () => randomInt(20_000, 32_000)
