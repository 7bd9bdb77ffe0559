import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { platform, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/** The maximum length of a socket's path, in bytes. Operating systems limit this length. */
const longest = 100
/** How long to wait for a process that replaces a socket, in ms. It normally takes a few ms. */
const patience = 5000

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
    // On Windows, a pipe ends with its process.
    const replaced = platform() === 'win32' || (await answers(path)) ? undefined : await replaceSocket(path)
    if (!replaced) throw taken(folder)
    return replaced
  })
  return () => closed(held)
}

/**
 * Replaces the socket of a process that was killed. If several processes try this at the same time, only one may succeed, and none
 * may remove the new socket of another. So each first opens a second socket beside it, and lists those of the others. Only the
 * process with the lowest name continues, when the others have ended. Each attempt uses a new random name.
 * @returns Undefined if another process has the folder or is about to.
 */
async function replaceSocket(path: string): Promise<Server | undefined> {
  const prefix = path.slice(0, -'sock'.length)
  const own = `${prefix}${randomBytes(2).toString('hex')}`
  const waiting: Socket[] = []
  const claim = await listenIfFree(own, (socket) => {
    socket.on('error', () => {}).unref()
    waiting.push(socket)
  })
  if (!claim) return undefined
  try {
    const others = claimsOf(prefix).filter((other) => other !== own)
    for (const other of others) {
      const isFree = other < own ? !(await answers(other)) : await hasEnded(other)
      if (!isFree) return undefined
    }
    if (await answers(path)) return undefined
    rmSync(path, { force: true })
    const held = await listenIfFree(path)
    // The sockets of processes that were killed in this function.
    if (held) for (const other of others) rmSync(other, { force: true })
    return held
  } finally {
    for (const socket of waiting) socket.destroy()
    await closed(claim)
  }
}

function claimsOf(prefix: string): readonly string[] {
  const [folder, start] = [dirname(prefix), basename(prefix)]
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && /^[0-9a-f]{4}$/.test(name.slice(start.length)))
    .map((name) => join(folder, name))
    .sort()
}

/** @param given The path may be relative, or contain links. All paths of one folder have the same socket. */
function socketOf(given: string): string {
  const folder = realpathSync.native(given)
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  if (platform() === 'win32') return `\\\\.\\pipe\\latchkey-${name}`
  const inside = join(folder, 'held.sock')
  return Buffer.byteLength(inside) <= longest ? inside : join(tmpdir(), `latchkey-${name}.sock`)
}

function listen(
  path: string,
  connected: (socket: Socket) => void = (socket) => socket.destroy(),
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(connected).unref()
    server.once('error', reject)
    server.listen(path, () => resolve(server))
  })
}

function listenIfFree(path: string, connected?: (socket: Socket) => void): Promise<Server | undefined> {
  return listen(path, connected).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return undefined
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

/** Waits until the process that opened the socket closes it. Resolves with false if that takes too long. */
function hasEnded(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.setTimeout(patience, () => {
      resolve(false)
      socket.destroy()
    })
    socket.once('error', () => resolve(true))
    // Without a reader, a socket doesn't notice its end.
    socket.resume().once('close', () => resolve(true))
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
