import { describe, expect, it } from 'vitest'
import { clientWorld, connectionOf, one, two } from '../../../support/client-world.ts'

describe('the connections', () => {
  it('appear in the state of the account, the connector and the network, and in storage', async () => {
    const { latchkey, stored } = clientWorld()
    await latchkey.ready()
    const wallet = { name: 'W', type: 'EXTERNAL' }
    await latchkey.session.prepare()
    latchkey.connections.connect(connectionOf('a', two, { approvedNetworks: ['eip155:2'] }), wallet)
    expect(latchkey.account.state.eip155).toMatchObject({
      status: 'connected',
      caipAddress: 'eip155:2:a-eip155',
      connectedWalletInfo: wallet,
    })
    expect(latchkey.connector.state.activeConnectorIds).toEqual({ eip155: 'a' })
    expect(latchkey.network.networkOf('eip155')).toBe(two)
    expect(latchkey.network.state.approvedNetworkIds).toEqual({ eip155: ['eip155:2'] })
    expect(stored.get('connection.eip155')).toMatchObject({ connectorId: 'a', networkId: 'eip155:2' })
    latchkey.connections.disconnect('eip155')
    expect(latchkey.account.state.eip155.status).toBe('disconnected')
    expect(latchkey.connector.state.activeConnectorIds).toEqual({})
    expect(stored.get('connection.eip155')).toBeUndefined()
  })

  it('do not include a connection that is only updated and was never added', () => {
    const { latchkey } = clientWorld()
    latchkey.connections.update('eip155:a', { network: two })
    expect(latchkey.connections.isConnected('eip155')).toBe(false)
  })

  it('report a disconnected family once', async () => {
    const { latchkey } = clientWorld()
    const heard: string[] = []
    latchkey.connections.on('disconnected', ({ namespace }) => heard.push(namespace))
    latchkey.connections.connect(connectionOf('a', one), { name: 'A', type: 'EXTERNAL' })
    latchkey.connections.disconnect('eip155')
    latchkey.connections.disconnect('eip155')
    expect(heard).toEqual(['eip155'])
  })
})
