import { randomInt } from 'node:crypto'

/**
 * A port for a server that is killed and comes back on it. It is below those that the system gives out by itself (Linux from
 * 32768, macOS and Windows from 49152), so that no other program has it in the meantime by chance. It may be in use: see
 * `onFreePort`.
 */
export const lastingPort = async () => randomInt(20_000, 32_000)
