import { describe, expect, it } from 'vitest'
import { dataHandler } from '../../../../src/servers/data/data-handler.ts'
import { KnownAssets } from '../../../../src/servers/data/known-assets.ts'
import { NodeCalls } from '../../../../src/servers/data/node-calls.ts'

const account = `eip155:1:0x${'Ab'.repeat(20)}`
const path = (one = account, what = '') => `/v1/sessions/${encodeURIComponent(one)}${what}`

function service() {
  const node = new NodeCalls(() => {
    throw new Error('No signature is looked at here')
  })
  const handle = dataHandler({
    readers: [],
    known: new KnownAssets([]),
    pageSize: 1,
    nodes: new Map(),
    sessions: { node, now: () => 1_700_000_000_000 },
  })
  const ask = async (method: 'GET' | 'POST', target: string, body: unknown = '', project = 'test') => {
    const url = new URL(`http://service${target}${project && `?projectId=${project}`}`)
    const answer = await handle({ method, url, body: typeof body === 'string' ? body : JSON.stringify(body) })
    return { status: answer.status, body: JSON.parse(answer.body) }
  }
  const granted = (pci: string) => ({
    pci,
    context: '0xab',
    chainId: '0x1',
    address: account.slice(9),
    expiry: 1_800_000_000,
    signer: { type: 'wallet' },
    permissions: [{ type: 'native-token-transfer', data: { allowance: '0x1' } }],
  })
  return { ask, granted }
}

describe('the sessions of the data service', () => {
  it('are listed after the wallet grants them', async () => {
    const { ask, granted } = service()
    expect(await ask('GET', path())).toEqual({ status: 200, body: { pcis: [] } })
    const { body } = await ask('POST', path(), {})
    expect(body).toEqual({ pci: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect((await ask('GET', path())).body.pcis).toEqual([])
    expect((await ask('POST', path(account, '/activate'), granted(body.pci))).status).toBe(200)
    const { pcis } = (await ask('GET', path(account.toLowerCase()))).body
    expect(pcis).toMatchObject([
      { pci: body.pci, context: '0xab', createdAt: 1_700_000_000, revokedAt: null },
    ])
    // A second grant of the session is refused.
    expect((await ask('POST', path(account, '/activate'), granted(body.pci))).status).toBe(400)
  })

  it("can't be changed by an invalid request", async () => {
    const { ask, granted } = service()
    const { pci } = (await ask('POST', path(), {})).body
    const reasons = async (answer: Promise<{ status: number; body: { reasons?: { name: string }[] } }>) => {
      const { status, body } = await answer
      return [status, body.reasons?.[0]?.name]
    }
    expect(await reasons(ask('GET', path('solana:x:y')))).toEqual([400, 'address'])
    expect(await reasons(ask('GET', path(), '', ''))).toEqual([401, 'projectId'])
    expect(await reasons(ask('POST', path(account, '/activate'), 'x'))).toEqual([400, 'body'])
    const other = '3f0e2e7c-93bb-4c56-8d31-8ad0c9c0f0d1'
    expect(await reasons(ask('POST', path(account, '/activate'), granted(other)))).toEqual([404, 'pci'])
    for (const [field, value] of Object.entries({ context: 'x', expiry: -1, permissions: [] }))
      expect(
        await reasons(ask('POST', path(account, '/activate'), { ...granted(pci), [field]: value })),
      ).toEqual([400, field])
    expect(await reasons(ask('POST', path(account, '/revoke'), { pci: other, signature: '0x' }))).toEqual([
      404,
      'pci',
    ])
    // A session can't be revoked before a wallet grants it.
    expect(await reasons(ask('POST', path(account, '/revoke'), { pci, signature: '0x' }))).toEqual([
      404,
      'pci',
    ])
  })

  it('are limited to the 50 newest sessions of each account', async () => {
    const { ask, granted } = service()
    for (let each = 0; each < 60; each++) {
      const { pci } = (await ask('POST', path(), {})).body
      await ask('POST', path(account, '/activate'), { ...granted(pci), expiry: 1_800_000_000 + each })
    }
    const { pcis } = (await ask('GET', path())).body
    expect(pcis).toHaveLength(50)
    expect(pcis[0].expiry).toBe(1_800_000_059)
  })
})
