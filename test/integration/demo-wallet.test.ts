import { describe, expect, it, onTestFinished } from 'vitest'
import { startWallet } from '../../examples/demo/server/wallet.ts'
import { mainnet } from '../../src/networks/eip155.ts'
import { loopback } from '../support/loopback.ts'
import { snapshotDatabase } from '../support/snapshot-database.ts'

const servers = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length

describe("the demo's wallet service", () => {
  it('opens its database first, and stops all its servers if one of them fails to start', {
    tags: ['ci'],
  }, async () => {
    const order: string[] = []
    const node = await loopback((_, response) => {
      order.push('node asked')
      response.writeHead(408).end()
    })
    onTestFinished(() => node.close())
    const before = servers()
    const openDatabase = async () => {
      const database = await snapshotDatabase()
      order.push('database open')
      return {
        ...database,
        async close() {
          order.push('database closed')
          await database.close()
        },
      }
    }
    const networks = [{ ...mainnet, rpcUrls: { default: { http: [node.url] } } }]
    await expect(startWallet({ tokens: [], networks, openDatabase }, 1)).rejects.toThrow()
    expect(order).toEqual(['database open', 'node asked', 'database closed'])
    await expect.poll(servers, { message: 'the ports of its servers are closed' }).toBe(before)
  })
})
