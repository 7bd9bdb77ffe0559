import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/** The maximum length of a socket's path, in bytes. Operating systems limit this length. */
const longest = 100

/**
 * Locks a folder for this process, with a socket. The socket stops answering when the process ends, even if the process is
 * killed. Unlike a process id, a socket also works between containers.
 * @returns A function that unlocks the folder.
 * @throws `validation/invalid-input` when another process has locked the folder.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = socketOf(folder)
  const held = await listen(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    if (await answers(path)) throw taken(folder)
    // The socket belongs to a process that was killed.
    rmSync(path, { force: true })
    return listen(path)
  })
  return () => new Promise((resolve) => held.close(() => resolve()))
}

function socketOf(folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  if (platform() === 'win32') return `\\\\.\\pipe\\latchkey-${name}`
  const inside = join(folder, 'held.sock')
  return Buffer.byteLength(inside) <= longest ? inside : join(tmpdir(), `latchkey-${name}.sock`)
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy()).unref()
    server.once('error', reject)
    server.listen(path, () => resolve(server))
  })
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function taken(folder: string) {
  const reason = `another process has ${folder} open, and only one process at a time can open it`
  return latchkeyError('validation/invalid-input', { values: { field: 'folder', reason } })
}
