import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** How long a socket may not respond even to pings, in ms: a process that computes for long is still alive. */
const longestSilence = 60_000
/** The maximum bytes buffered for a client that doesn't read. */
const mostWaiting = 16 * 1024 * 1024

/**
 * Accepts WebSocket connections. Ends those whose client no longer responds or reads.
 * @param maxPayload The limit of one message, in bytes.
 * @param pingEvery In ms.
 */
export async function webSockets(maxPayload: number, pingEvery: number) {
  const { WebSocketServer } = await import('ws')
  const server = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false })
  const heardAt = new WeakMap<WebSocket, number>()
  const beat = setInterval(() => {
    for (const socket of server.clients) {
      const silent = performance.now() - (heardAt.get(socket) ?? 0)
      if (silent > longestSilence || socket.bufferedAmount > mostWaiting) socket.terminate()
      else socket.ping()
    }
  }, pingEvery)
  beat.unref()
  return {
    take(request: IncomingMessage, connection: Duplex, head: Buffer, taken: (socket: WebSocket) => void) {
      server.handleUpgrade(request, connection, head, (socket) => {
        // Listen first: an `error` event without a listener ends the process.
        socket.on('error', () => socket.terminate())
        const heard = () => heardAt.set(socket, performance.now())
        heard()
        socket.on('pong', heard)
        socket.on('message', heard)
        taken(socket)
      })
    },
    stop() {
      clearInterval(beat)
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}

/** Sends a text, unless the socket is closed. Ends a socket whose client doesn't read. */
export function sendText(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > mostWaiting) socket.terminate()
  else socket.send(text)
}
