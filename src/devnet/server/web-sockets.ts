import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** In ms. A client that computes for a long time doesn't answer pings, but is still alive. */
const longestSilence = 60_000
/** The maximum number of bytes that wait for a client that doesn't read. */
const mostWaiting = 16 * 1024 * 1024

/**
 * Accepts WebSocket connections. Ends a connection if the client doesn't answer or read anymore.
 * @param maxPayload The maximum size of a message, in bytes.
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
        // An `error` event without a listener would end the process, so this listener comes first.
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

/** Sends a text if the socket is open. Ends the socket if its client doesn't read. */
export function sendText(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > mostWaiting) socket.terminate()
  else socket.send(text)
}
