import type { Connection } from '@solana/web3.js'

interface Socket {
  readonly ready: boolean
  close(): void
  once(event: 'close', listener: () => void): void
}

/**
 * Closes a connection's websocket. web3.js has no public method for this. Call this function before the node stops, because
 * web3.js would reconnect until the process ends.
 */
export async function closeSocket(connection: Connection | undefined): Promise<void> {
  const socket = (connection as { readonly _rpcWebSocket?: Socket } | undefined)?._rpcWebSocket
  if (!socket?.ready) return
  const closed = new Promise<void>((resolve) => socket.once('close', resolve))
  socket.close()
  await closed
}
