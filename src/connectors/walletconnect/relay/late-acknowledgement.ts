import { isObject } from '../../../core/json/is-object.ts'
import type { Relayer, RelayPayload } from '../library/library.ts'

/**
 * Acknowledges a message to the relay only after the message is stored. By default, the WalletConnect library acknowledges a
 * message first. If the phone closed the page before the message is stored, the message would be lost, because the relay doesn't
 * send an acknowledged message again.
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
      // Acknowledge only on the same, open socket. On another socket, the relay doesn't know the id, and sends the message
      // again anyway. If the socket is closed, the library would open a new one.
      if (relayer.provider === provider && relayer.connected) acknowledge(payload).catch(() => {})
    }
    owed.set(message, [...(owed.get(message) ?? []), tell])
  }
  relayer.onMessageEvent = (event) => {
    const { message } = event
    // If a second copy arrives, wait for the first copy. The library would ignore the second copy at once, although the first
    // may not be stored yet.
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
