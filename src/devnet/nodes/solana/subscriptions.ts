import type { WebSocket } from 'ws'
import { answerText, byPlace, RpcRefusal } from '../../server/json-rpc.ts'
import {
  type LoopbackServer,
  type LoopbackServerOptions,
  serveLoopback,
} from '../../server/loopback-server.ts'
import { sendText } from '../../server/web-sockets.ts'
import type { Cluster } from './cluster.ts'

/** The maximum subscriptions per socket. */
const mostWaiting = 1000
/** How long a subscription lasts, in ms. A transaction that hasn't landed by then never will: its blockhash lasts one minute. */
const longestWait = 300_000

/**
 * Serves a node's WebSocket. It supports only `signatureSubscribe`, which web3.js uses to confirm transactions.
 * @throws when the port is taken.
 */
export function serveSubscriptions(
  cluster: Cluster,
  options: Pick<LoopbackServerOptions, 'port' | 'allowedOrigins'>,
): Promise<LoopbackServer> {
  return serveLoopback({ ...options, accept: (socket) => listenTo(socket, cluster) })
}

interface Waiting {
  readonly signature: string
  /** Wall-clock time in ms. */
  readonly until: number
}

function listenTo(socket: WebSocket, cluster: Cluster): void {
  const waiting = new Map<number, Waiting>()
  let last = 0
  const sweep = () => {
    const now = Date.now()
    // The subscriptions are in order of arrival, so stop at the first that hasn't expired.
    for (const [subscription, { until }] of waiting) {
      if (until > now) break
      waiting.delete(subscription)
    }
  }
  const tell = () => {
    sweep()
    for (const [subscription, { signature }] of waiting) {
      const landed = cluster.landed(signature)
      if (!landed) continue
      waiting.delete(subscription)
      const result = { context: { slot: landed.slot }, value: { err: landed.error } }
      const params = { result, subscription }
      sendText(socket, JSON.stringify({ jsonrpc: '2.0', method: 'signatureNotification', params }))
    }
  }
  const methods = byPlace({
    signatureSubscribe: ([signature]) => {
      sweep()
      if (typeof signature !== 'string' || signature.length > 100)
        throw new RpcRefusal(-32602, 'Invalid Request: Invalid signature')
      if (waiting.size >= mostWaiting) throw new RpcRefusal(-32603, 'Too many subscriptions')
      waiting.set(++last, { signature, until: Date.now() + longestWait })
      // Notify after the response, which carries the subscription's id.
      setImmediate(tell)
      return last
    },
    signatureUnsubscribe: ([subscription]) => waiting.delete(Number(subscription)),
  })
  const release = cluster.onLanded(tell)
  socket.on('close', () => {
    release()
    waiting.clear()
  })
  socket.on('message', async (data) => sendText(socket, await answerText(methods, String(data))))
}
