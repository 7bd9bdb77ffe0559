import { randomInt } from 'node:crypto'

/**
 * Returns a port for a server that stops and starts again on the same port. The system assigns ports from 32768 (Linux) or 49152
 * (macOS and Windows). This port is lower, so that no program gets it by chance. The port may be in use: see `onFreePort`.
 */
export const lastingPort = async () => randomInt(20_000, 32_000)
