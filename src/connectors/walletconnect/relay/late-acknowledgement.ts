import { isObject } from '../../../core/json/is-object.ts'
import type { Relayer, RelayPayload } from '../library/library.ts'

/**
 * Acknowledges a message to the relay when it is stored. By default, the library acknowledges a message before it stores the message. The relay
 * doesn't send an acknowledged message again, so a page that the system kills in between would lose the message.
 */
export function acknowledgeStored(relayer: Relayer): void {
  const take = relayer.onMessageEvent?.bind(relayer)
  const acknowledge = relayer.acknowledgePayload?.bind(relayer)
  if (!take || !acknowledge) return
  const owed = new Map<string, (() => void)[]>()
  const underway = new Map<string, Promise<void>>()
  relayer.acknowledgePayload = async (payload) => {
    const message = messageIn(payload)
    if (message === undefined) return acknowledge(payload)
    const { provider } = relayer
    const tell = () => {
      // On another socket, the relay would not know the id, and sends the message again anyway. If the socket is closed, the library would open a new
      // socket.
      if (relayer.provider === provider && relayer.connected) acknowledge(payload).catch(() => {})
    }
    owed.set(message, [...(owed.get(message) ?? []), tell])
  }
  relayer.onMessageEvent = (event) => {
    const { message } = event
    // The library ignores a second copy at once, although the first one may not be stored yet.
    const taking =
      underway.get(message) ??
      take(event).finally(() => {
        underway.delete(message)
      })
    underway.set(message, taking)
    const told = () => {
      const all = owed.get(message) ?? []
      owed.delete(message)
      return all
    }
    return taking.then(
      () => {
        for (const tell of told()) tell()
      },
      (error) => {
        told()
        throw error
      },
    )
  }
}

function messageIn({ params }: RelayPayload): string | undefined {
  const { data } = isObject(params) ? params : {}
  const { message } = isObject(data) ? data : {}
  return typeof message === 'string' ? message : undefined
}
