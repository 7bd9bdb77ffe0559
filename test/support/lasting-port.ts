import { randomInt } from 'node:crypto'

/**
 * A port for a server that is killed and restarts on it. It is below those that the system assigns (Linux from 32768,
 * macOS and Windows from 49152), so that no other program gets it in the meantime by chance. It may be in use: see
 * `onFreePort`.
 */
export const lastingPort = async () => randomInt(20_000, 32_000)
