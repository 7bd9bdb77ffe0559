import { verifyMessage } from 'ethers'
import { createEip155Wallet, type Eip155WalletOptions, manualClock, userRejected } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
]

function world(options: Partial<Eip155WalletOptions> = {}) {
  const wallet = createEip155Wallet({
    privateKeys: keys,
    chains: [
      { id: 1, rpcUrl: 'http://127.0.0.1:1' },
      { id: 10, rpcUrl: 'http://127.0.0.1:1' },
    ],
    ...options,
  })
  const events: [string, unknown][] = []
  for (const event of ['accountsChanged', 'chainChanged', 'disconnect'])
    wallet.provider.on(event, (payload: unknown) => void events.push([event, payload]))
  const ask = (method: string, ...params: unknown[]) => wallet.provider.request({ method, params })
  return { ...wallet, wallet, events, ask }
}

describe('the eip155 test wallet', () => {
  it('shows its accounts only to a page that the visitor has approved', async () => {
    const { ask } = world()
    expect(await ask('eth_accounts')).toEqual([])
    await expect(ask('personal_sign', '0x00', alice)).rejects.toMatchObject({ code: 4100 })
    expect(await ask('eth_requestAccounts')).toEqual([alice, bob])
    expect(await ask('eth_accounts')).toEqual([alice, bob])
  })

  it('asks the visitor only once to connect, and before each signature and network switch', async () => {
    const asked: string[] = []
    const { ask } = world({
      approve: async ({ method, chainId }) => void asked.push(`${method} on ${chainId}`),
    })
    await ask('eth_requestAccounts')
    await ask('eth_requestAccounts')
    await ask('personal_sign', '0x00', alice)
    await ask('wallet_switchEthereumChain', { chainId: '0xa' })
    expect(asked).toEqual([
      'eth_requestAccounts on 1',
      'personal_sign on 1',
      'wallet_switchEthereumChain on 1',
    ])
  })

  it("reports the visitor's rejection", async () => {
    const { ask } = world({ approve: () => Promise.reject(userRejected()) })
    await expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code: 4001 })
    expect(await ask('eth_accounts')).toEqual([])
  })

  it('creates signatures from which another library recovers the account', async () => {
    const { ask } = world({ authorized: true })
    const signature = await ask('personal_sign', `0x${Buffer.from('hi').toString('hex')}`, bob.toLowerCase())
    expect(verifyMessage('hi', String(signature))).toBe(bob)
  })

  it('refuses requests for another network, requests for another account, and unsupported methods', async () => {
    const { ask } = world({ authorized: true })
    const typed = { domain: { chainId: 10 }, types: {}, primaryType: 'A', message: {} }
    await expect(ask('eth_signTypedData_v4', alice, JSON.stringify(typed))).rejects.toMatchObject({
      code: -32602,
    })
    await expect(ask('eth_sendTransaction', { from: alice, to: bob, chainId: '0xa' })).rejects.toMatchObject({
      code: -32602,
    })
    await expect(ask('personal_sign', '0x00', `0x${'1'.repeat(40)}`)).rejects.toMatchObject({ code: 4100 })
    for (const method of ['eth_sign', 'eth_signTransaction', 'eth_subscribe', 'anvil_mine', 'constructor'])
      await expect(ask(method)).rejects.toMatchObject({
        code: 4200,
        message: `Method ${method} isn't supported`,
      })
  })

  it('reports that its node is down', async () => {
    const { ask } = world({ authorized: true })
    await expect(ask('eth_sendTransaction', { from: alice, to: bob })).rejects.toMatchObject({ code: 4901 })
    await expect(ask('eth_blockNumber')).rejects.toMatchObject({ code: 4901 })
  })

  it('passes reads from any page to the node of its current network, without a prompt', async () => {
    const heard: unknown[] = []
    const prompts: string[] = []
    const { ask, switchTo } = world({
      approve: async ({ method }) => void prompts.push(method),
      chains: [
        { id: 1, rpcUrl: 'http://127.0.0.1:1/one' },
        { id: 10, rpcUrl: 'http://127.0.0.1:1/ten' },
      ],
      async fetch(url, init) {
        const { id, method, params } = JSON.parse(String(init?.body))
        heard.push([String(url), method, params])
        const error = { code: 3, message: 'no', data: '0xab' }
        if (method === 'eth_call') return Response.json({ jsonrpc: '2.0', id, error })
        return Response.json({ jsonrpc: '2.0', id, result: '0x2a' })
      },
    })
    expect(await ask('eth_getBalance', bob, 'latest')).toBe('0x2a')
    // A transaction that is already signed needs no approval.
    expect(await ask('eth_sendRawTransaction', '0x02')).toBe('0x2a')
    switchTo(10)
    expect(await ask('eth_blockNumber')).toBe('0x2a')
    await expect(ask('eth_call', { to: bob }, 'latest')).rejects.toMatchObject({ code: 3, data: '0xab' })
    expect(heard).toEqual([
      ['http://127.0.0.1:1/one', 'eth_getBalance', [bob, 'latest']],
      ['http://127.0.0.1:1/one', 'eth_sendRawTransaction', ['0x02']],
      ['http://127.0.0.1:1/ten', 'eth_blockNumber', []],
      ['http://127.0.0.1:1/ten', 'eth_call', [{ to: bob }, 'latest']],
    ])
    expect(prompts).toEqual([])
    switchTo(5)
    await expect(ask('eth_blockNumber')).rejects.toMatchObject({ code: 4901 })
  })

  it('switches between known networks, and adds other networks', async () => {
    const { ask, events, forget } = world({ authorized: true })
    expect(await ask('wallet_switchEthereumChain', { chainId: '0xa' })).toBeNull()
    expect(await ask('eth_chainId')).toBe('0xa')
    forget(1)
    await expect(ask('wallet_switchEthereumChain', { chainId: '0x1' })).rejects.toMatchObject({ code: 4902 })
    await ask('wallet_addEthereumChain', { chainId: '0x1', rpcUrls: ['http://127.0.0.1:1'] })
    expect(events).toEqual([
      ['chainChanged', '0xa'],
      ['chainChanged', '0x1'],
    ])
  })

  it('adds a network and switches to it with one prompt, and does neither without approval', async () => {
    const prompts: string[] = []
    let answer = () => Promise.resolve()
    const { ask, events } = world({
      authorized: true,
      async approve({ method, chainId }) {
        prompts.push(`${method} on ${chainId}`)
        await answer()
      },
    })
    const given = { chainId: '0x5', rpcUrls: ['http://127.0.0.1:1/five'] }
    answer = () => Promise.reject(userRejected())
    await expect(ask('wallet_addEthereumChain', given)).rejects.toMatchObject({ code: 4001 })
    expect(await ask('eth_chainId')).toBe('0x1')
    await expect(ask('wallet_switchEthereumChain', { chainId: '0x5' })).rejects.toMatchObject({ code: 4902 })
    answer = () => Promise.resolve()
    expect(await ask('wallet_addEthereumChain', given)).toBeNull()
    expect(await ask('eth_chainId')).toBe('0x5')
    // The wallet already has the network, so no prompt is needed.
    expect(await ask('wallet_addEthereumChain', given)).toBeNull()
    expect(events).toEqual([['chainChanged', '0x5']])
    expect(prompts).toEqual(['wallet_addEthereumChain on 1', 'wallet_addEthereumChain on 1'])
  })

  it('keeps its own node for a known network, whichever node a page passes', async () => {
    const urls: string[] = []
    const { ask } = world({
      authorized: true,
      async fetch(url, init) {
        urls.push(String(url))
        const { id } = JSON.parse(String(init?.body))
        return Response.json({ jsonrpc: '2.0', id, result: '0x1' })
      },
    })
    await ask('wallet_addEthereumChain', { chainId: '0xa', rpcUrls: ['https://evil.example'] })
    expect(await ask('eth_chainId')).toBe('0xa')
    await ask('eth_blockNumber')
    expect(urls).toEqual(['http://127.0.0.1:1/'])
  })

  it.each([
    ['no network', undefined],
    ['no list of nodes', { chainId: '0x5' }],
    ['a string instead of the list of nodes', { chainId: '0x5', rpcUrls: 'https://rpc.example' }],
    ['a node that is not a URL', { chainId: '0x5', rpcUrls: ['rpc'] }],
    ['no id', { rpcUrls: ['https://rpc.example'] }],
    ['an id that is not hex', { chainId: 5, rpcUrls: ['https://rpc.example'] }],
    ['the id 0', { chainId: '0x0', rpcUrls: ['https://rpc.example'] }],
    ['an id beyond 2^53', { chainId: '0x20000000000001', rpcUrls: ['https://rpc.example'] }],
  ])('refuses wallet_addEthereumChain with %s, and shows no prompt', async (_, chain) => {
    const prompts: string[] = []
    const { ask } = world({ authorized: true, approve: async ({ method }) => void prompts.push(method) })
    await expect(ask('wallet_addEthereumChain', chain)).rejects.toMatchObject({ code: -32602 })
    expect(prompts).toEqual([])
    expect(await ask('eth_chainId')).toBe('0x1')
  })

  it('reports to the page all changes that the visitor makes in the wallet', async () => {
    const { ask, events, select, switchTo, revoke, lock, unlock } = world({ authorized: true })
    await select(bob)
    switchTo(10)
    switchTo('eip155:1', { silent: true })
    lock()
    expect(await ask('eth_accounts')).toEqual([])
    await expect(ask('personal_sign', '0x00', bob)).rejects.toMatchObject({ code: 4100 })
    await unlock()
    revoke()
    expect(events).toEqual([
      ['accountsChanged', [bob, alice]],
      ['chainChanged', '0xa'],
      ['accountsChanged', []],
      ['accountsChanged', [bob, alice]],
      ['accountsChanged', []],
    ])
    expect(await ask('eth_chainId')).toBe('0x1')
  })

  it("reports its batch capabilities, and refuses batches that it can't send", async () => {
    const { ask } = world({ authorized: true })
    const batch = {
      version: '2.0.0',
      from: alice,
      chainId: '0x1',
      atomicRequired: false,
      calls: [{ to: bob }],
    }
    expect(await ask('wallet_getCapabilities', alice, ['0x1', '0x99'])).toEqual({
      '0x1': {
        atomic: { status: 'unsupported' },
        permissions: expect.objectContaining({ supported: true, signerTypes: ['wallet'] }),
      },
    })
    await expect(ask('wallet_sendCalls', { ...batch, chainId: '0x99' })).rejects.toMatchObject({ code: 5710 })
    await expect(ask('wallet_sendCalls', { ...batch, atomicRequired: true })).rejects.toMatchObject({
      code: 5760,
    })
    await expect(ask('wallet_sendCalls', { ...batch, calls: [] })).rejects.toMatchObject({ code: -32602 })
    await expect(ask('wallet_sendCalls', { ...batch, id: 'one' })).rejects.toMatchObject({ code: 4901 })
    await expect(ask('wallet_sendCalls', { ...batch, id: 'one' })).rejects.toMatchObject({ code: 5720 })
    await expect(ask('wallet_getCallsStatus', 'two')).rejects.toMatchObject({ code: 5730 })
  })
})

describe('a batch that requires a capability', () => {
  const capabilities = { paymasterService: { url: 'https://paymaster.example' } }
  const optional = { paymasterService: { ...capabilities.paymasterService, optional: true } }
  const send = async (fields: object) => {
    const asked: string[] = []
    const approve = async ({ method }: { readonly method: string }) => {
      asked.push(method)
      throw userRejected()
    }
    const { ask } = world({ authorized: true, approve })
    const batch = { version: '2.0.0', from: alice, chainId: '0x1', calls: [{ to: bob }], ...fields }
    const error = await ask('wallet_sendCalls', batch).catch((cause: unknown) => cause)
    const { code } = error as { readonly code?: unknown }
    return { code, asked }
  }

  it.each([
    ['the batch', { capabilities }],
    ['a call', { calls: [{ to: bob }, { to: bob, capabilities }] }],
    ['the batch of a session', { capabilities: { ...capabilities, permissions: { context: '0x01' } } }],
  ])('is refused without a prompt if the wallet lacks the capability of %s', async (_, fields) => {
    expect(await send(fields)).toEqual({ code: 5700, asked: [] })
  })

  it.each([
    ['the batch', { capabilities: optional }],
    ['a call', { calls: [{ to: bob, capabilities: optional }] }],
  ])('is shown to the visitor if the capability of %s is optional', async (_, fields) => {
    expect(await send(fields)).toEqual({ code: 4001, asked: ['wallet_sendCalls'] })
  })
})

describe('the script of a test wallet', () => {
  it.each([
    ['reject', 4001],
    ['locked', 4100],
    ['pending', -32002],
    ['disconnect', 4900],
    [{ error: { code: 5000, message: 'no' } }, 5000],
  ] as const)('makes a request fail once with %j, and the next request succeeds', async (step, code) => {
    const { ask, script, events } = world({ authorized: true })
    script.next('eth_accounts', step)
    await expect(ask('eth_accounts')).rejects.toMatchObject({ code })
    expect(await ask('eth_accounts')).toEqual([alice, bob])
    expect(events.map(([event]) => event)).toEqual(step === 'disconnect' ? ['disconnect'] : [])
  })

  it('makes the wallet answer as scripted, once or always', async () => {
    const { ask, script } = world()
    script.always('eth_chainId', { answer: 'nonsense' })
    script.next('eth_chainId', { answer: ({ method }: { method: string }) => method })
    expect(await ask('eth_chainId')).toBe('eth_chainId')
    expect(await ask('eth_chainId')).toBe('nonsense')
    script.clear()
    expect(await ask('eth_chainId')).toBe('0x1')
  })

  it('makes the wallet answer late, or never', async () => {
    const clock = manualClock()
    const { ask, script } = world({ clock })
    const settled: string[] = []
    let release = () => {}
    script.next('eth_chainId', 'never', { delay: 1000 }, { until: new Promise<void>((ok) => (release = ok)) })
    for (const name of ['never', 'delayed', 'held']) void ask('eth_chainId').then(() => settled.push(name))
    await clock.advance(999)
    expect(settled).toEqual([])
    await clock.advance(1)
    expect(settled).toEqual(['delayed'])
    release()
    await clock.advance(60_000)
    expect(settled).toEqual(['delayed', 'held'])
    expect(clock.pending).toBe(0)
  })

  it('switches the wallet during a request', async () => {
    const { ask, script, events } = world()
    script.next('eth_chainId', { moveTo: 10 })
    expect(await ask('eth_chainId')).toBe('0xa')
    expect(events).toEqual([['chainChanged', '0xa']])
  })

  it('counts requests', async () => {
    const { ask, script } = world()
    await ask('eth_chainId')
    await ask('eth_accounts')
    await ask('eth_chainId')
    expect(script.count('eth_chainId')).toBe(2)
    expect(script.count()).toBe(3)
    expect(script.requests[1]).toEqual({ method: 'eth_accounts', params: [] })
    script.clearRequests()
    expect(script.count()).toBe(0)
  })
})
