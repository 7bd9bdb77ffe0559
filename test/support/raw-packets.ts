import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * Writes bytes to a port and resolves with the answer: until the other side ends the connection, or for `patience` ms
 * after the last bytes. `leave` cuts the connection at once instead, like a dying client.
 */
export async function packet(
  port: number,
  parts: readonly (string | Uint8Array)[],
  {
    patience = 300,
    leave = false,
    after,
  }: {
    /** How long a silent socket is waited for, in ms. */
    readonly patience?: number
    readonly leave?: boolean
    /** Starts `patience` only after this: the answer to a later packet shows that the server is not just slow. */
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
    // A websocket stays open: its header is the answer.
    if (answer.startsWith('HTTP/1.1 101') && answer.includes('\r\n\r\n') && parts.length === 1)
      socket.destroy()
  })
  await Promise.race([once(socket, 'connect'), ended])
  for (const part of parts) {
    if (socket.destroyed) break
    // The other side reads each part as a separate packet.
    await new Promise<void>((resolve) => socket.write(part, () => setImmediate(resolve)))
  }
  if (leave) socket.resetAndDestroy()
  await ended
  socket.destroy()
  return answer
}

/** The header of an HTTP request, as sent. `host` is omitted when it is undefined. */
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
