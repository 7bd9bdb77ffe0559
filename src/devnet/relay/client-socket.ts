import type { WebSocket } from 'ws'
import { RpcRefusal } from '../server/json-rpc.ts'
import { sendText } from '../server/web-sockets.ts'
import type { Envelope } from './mailbox.ts'
import type { MessageHub, Subscriber } from './message-hub.ts'
import type { RelayStep } from './relay-script.ts'

export interface SocketEvents {
  called(method: string): void
  delivered(envelope: Envelope): void
  acknowledged(envelope: Envelope): void
}

interface RpcMessage {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
}

interface Call {
  readonly id: string | number | null
  readonly method: string
  readonly params: unknown
}

/** The maximum number of unacknowledged pushes per socket. */
const mostPushed = 10_000

/** Answers the calls of a client in order, and pushes its messages. */
export function serveClient(
  socket: WebSocket,
  client: string,
  hub: MessageHub,
  step: (method: string) => RelayStep,
  events: SocketEvents,
): void {
  const pushed = new Map<number, Envelope>()
  const timers = new Set<NodeJS.Timeout>()
  // The id of the last push. It starts high, so that it differs from the ids of the client's own calls.
  let last = Date.now() * 1000

  const send = (body: object) => {
    sendText(socket, JSON.stringify({ jsonrpc: '2.0', ...body }))
  }
  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
  }
  /**
   * Applies a step that a test set for this call or push, such as a delay. `take` processes the call, and returns a function that
   * sends the answer or the push.
   */
  const act = (how: RelayStep, take: () => () => void, refuse: (error: RpcRefusal) => void) => {
    if (how === 'never') return
    if (how === 'drop') return socket.terminate()
    if (typeof how === 'object' && 'error' in how)
      return refuse(new RpcRefusal(how.error.code, how.error.message))
    const tell = take()
    if (how === 'drop-after') return socket.terminate()
    if (typeof how === 'object') return later(how.delay, tell)
    tell()
  }

  const subscriber: Subscriber = {
    client,
    push(subscription, envelope) {
      const id = ++last
      const { topic, message, publishedAt, tag, attestation } = envelope
      const data = { topic, message, publishedAt, tag, ...(attestation && { attestation }) }
      const take = () => () => {
        pushed.set(id, envelope)
        const [oldest] = pushed.keys()
        if (pushed.size > mostPushed && oldest !== undefined) pushed.delete(oldest)
        events.delivered(envelope)
        send({ id, method: 'irn_subscription', params: { id: subscription, data } })
      }
      act(step('irn_subscription'), take, () => {})
    },
  }

  const answer = ({ id, method, params }: Call) => {
    events.called(hub.knows(method) ? method : 'unknown')
    const refuse = ({ code, message }: RpcRefusal) => send({ id, error: { code, message } })
    const take = () => {
      const result = hub.call(subscriber, method, params)
      return () => send({ id, result })
    }
    try {
      act(step(method), take, refuse)
    } catch (error) {
      refuse(error instanceof RpcRefusal ? error : new RpcRefusal(-32603, String(error)))
    }
  }
  const settle = (id: Call['id']) => {
    const envelope = typeof id === 'number' ? pushed.get(id) : undefined
    if (!envelope || !pushed.delete(id as number)) return
    hub.mail.acknowledge(envelope, client)
    events.acknowledged(envelope)
  }

  socket.on('message', (data) => {
    const message = parsed(String(data))
    if (!message) return send({ id: null, error: { code: -32700, message: 'Parse error' } })
    const { method, params } = message
    // If the id is neither a number nor a text, answer with the id null: serializing a deeply nested id would overflow the stack.
    const id = typeof message.id === 'number' || typeof message.id === 'string' ? message.id : null
    if (typeof method === 'string') answer({ id, method, params })
    else settle(id)
  })
  socket.on('close', () => {
    for (const timer of timers) clearTimeout(timer)
    hub.leave(subscriber)
  })
}

function parsed(text: string): RpcMessage | undefined {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}
