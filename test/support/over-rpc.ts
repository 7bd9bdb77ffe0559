import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import type { Connector, ConnectorSession } from '../../src/core/wallet/connector.ts'

interface OverRpcOptions {
  readonly namespace: ChainNamespace
  request(call: { method: string; params?: object }, on: string): Promise<unknown>
  errorFrom(error: unknown, method: string): Error
}

/**
 * Wraps a connector so that its sessions use JSON-RPC, as WalletConnect's sessions do. Everything else is unchanged.
 */
export function overRpc(inner: Connector, { namespace, request, errorFrom }: OverRpcOptions): Connector {
  const sessionOverRpc = <S extends ConnectorSession | null>(session: S): S =>
    session &&
    (new Proxy(session, {
      get(target, property) {
        if (property === 'methods') return { [namespace]: 'any' }
        if (property !== 'channel') return Reflect.get(target, property, target)
        return () => ({
          kind: 'rpc',
          request: async (call: { method: string; params?: object }, on: string) => {
            try {
              return await request(call, on)
            } catch (error) {
              throw errorFrom(error, call.method)
            }
          },
        })
      },
    }) as S)
  return new Proxy(inner, {
    get(target, property) {
      if (property === 'open')
        return async (...given: Parameters<Connector['open']>) => sessionOverRpc(await target.open(...given))
      if (property === 'restore')
        return async (...given: Parameters<Connector['restore']>) =>
          sessionOverRpc(await target.restore(...given))
      const member: unknown = Reflect.get(target, property, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
