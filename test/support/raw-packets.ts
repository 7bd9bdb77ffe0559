import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * Writes bytes to a port, and resolves with the answer. The answer ends when the other side closes the connection, or
 * `patience` ms after the last bytes. With `leave`, cuts the connection at once, as a client that crashes would.
 */
export async function packet(
  port: number,
  parts: readonly (string | Uint8Array)[],
  {
    patience = 300,
    leave = false,
    after,
  }: {
    /** How long to wait for a socket that sends nothing, in ms. */
    readonly patience?: number
    readonly leave?: boolean
    /**
     * If this promise is set, `patience` starts when it settles. For example, pass the answer to a later packet, because this
     * answer proves that the server isn't slow.
     */
    readonly after?: Promise<unknown>
  } = {},
): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port })
  let answer = ''
  const ended = new Promise<void>((resolve) => {
    if (after)
      after.then(
        () => socket.setTimeout(patience, resolve),
        () => resolve(),
      )
    else socket.setTimeout(patience, resolve)
    socket.on('error', () => resolve())
    socket.on('close', () => resolve())
  })
  socket.on('data', (data) => {
    answer += data.toString('latin1')
    // A websocket stays open, so the answer ends with the header.
    if (answer.startsWith('HTTP/1.1 101') && answer.includes('\r\n\r\n') && parts.length === 1)
      socket.destroy()
  })
  await Promise.race([once(socket, 'connect'), ended])
  for (const part of parts) {
    if (socket.destroyed) break
    // Waits after each part, so that the other side receives each part as a separate packet.
    await new Promise<void>((resolve) => socket.write(part, () => setImmediate(resolve)))
  }
  if (leave) socket.resetAndDestroy()
  await ended
  socket.destroy()
  return answer
}

/** Returns the header of an HTTP request. */
export function head(
  line: string,
  headers: Readonly<Record<string, string | undefined>> = {},
  host: string | undefined = '127.0.0.1',
): string {
  const all = Object.entries({ host, connection: 'close', ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  )
  return [`${line} HTTP/1.1`, ...all, '', ''].join('\r\n')
}

export const upgradeHeaders = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
}
