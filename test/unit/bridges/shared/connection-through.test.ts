import { describe, expect, it } from 'vitest'
import { connectionThrough } from '../../../../src/bridges/shared/connection-through.ts'

/** Creates a client that is connected to a wallet. In its list, `multi` is a wallet with one connector per family. */
function clientWith(connectorId: string) {
  let connection: object = { connectorId, namespace: 'solana' }
  const asked: object[] = []
  const client = {
    ready: async () => {},
    connections: { of: () => connection },
    connector: { find: (id: string, family: string) => ({ id: id === 'multi' ? `multi-${family}` : id }) },
    async connect(params: { readonly connectorId: string }) {
      asked.push(params)
      connection = params
    },
  }
  const connect = (options: Parameters<typeof connectionThrough>[2]) =>
    connectionThrough(client as never, 'solana', options)
  return { connect, asked }
}

describe('a bridge whose family is connected', () => {
  it('connects the named wallet if another wallet is connected', async () => {
    const { connect, asked } = clientWith('a')
    expect(await connect({ connectorId: 'b' })).toMatchObject({ connectorId: 'b' })
    expect(asked).toEqual([{ connectorId: 'b', namespaces: ['solana'] }])
  })

  it.each([
    ['no wallet is named', 'a', {}],
    ['the named wallet is connected', 'a', { connectorId: 'a' }],
    ["the named wallet's connector of the family is connected", 'multi-solana', { connectorId: 'multi' }],
    ['the app connects silently', 'a', { connectorId: 'b', silent: true }],
  ])('asks no wallet if %s', async (_, connectorId, options) => {
    const { connect, asked } = clientWith(connectorId)
    expect(await connect(options)).toMatchObject({ connectorId })
    expect(asked).toEqual([])
  })
})
