import { describe, expect, it } from 'vitest'
import { approvedBy, eventNetwork, proposalFor } from '../../../../src/connectors/walletconnect/namespaces.ts'
import type { CaipNetworkId } from '../../../../src/core/chain/caip.ts'
import { fc } from '../../../support/fast-check.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const formerSolana = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const requested: readonly CaipNetworkId[] = [
  'eip155:1',
  'eip155:137',
  solana,
  'polkadot:68d56f15f85d3136970ec16946040bc1',
  bitcoin,
  'cosmos:cosmoshub-4',
]
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('the WalletConnect proposal', () => {
  it("requests each family's own networks, methods and events, and nothing else", () => {
    const proposal = proposalFor(['eip155:1', 'eip155:137', bitcoin])
    expect(Object.keys(proposal)).toEqual(['eip155', 'bip122'])
    expect(proposal.eip155?.chains).toEqual(['eip155:1', 'eip155:137'])
    expect(proposal.eip155?.events).toEqual(['accountsChanged', 'chainChanged'])
    expect(proposal.eip155?.methods).toHaveLength(22)
    expect(proposal.bip122).toEqual({
      chains: [bitcoin],
      methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
      events: ['accountsChanged', 'chainChanged', 'bip122_addressesChanged'],
    })
  })

  it('requests neither eth_sign nor eth_signTransaction', () => {
    const wanted = proposalFor([...requested]).eip155?.methods
    expect(wanted).toContain('eth_sendTransaction')
    expect(wanted).not.toContain('eth_sign')
    expect(wanted).not.toContain('eth_signTransaction')
  })

  it('requests each Solana network by its current id and by its former id', () => {
    expect(proposalFor([solana, devnet]).solana?.chains).toEqual([
      solana,
      devnet,
      formerSolana,
      'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
    ])
  })

  it("contains the host's settings for a family in place of Latchkey's defaults", () => {
    const proposal = proposalFor(['eip155:1'], {
      methods: { eip155: ['personal_sign'], cosmos: ['cosmos_signDirect'] },
      chains: { cosmos: ['osmosis-1', 'cosmos:juno-1'] },
      events: { eip155: ['message'] },
    })
    expect(proposal.eip155).toEqual({ chains: ['eip155:1'], methods: ['personal_sign'], events: ['message'] })
    expect(proposal.cosmos?.chains).toEqual(['cosmos:osmosis-1', 'cosmos:juno-1'])
    expect(proposal.cosmos?.methods).toEqual(['cosmos_signDirect'])
  })

  it('contains no RPC URL, which may contain a key', () => {
    expect(JSON.stringify(proposalFor([...requested]))).not.toMatch(/rpcMap|http/)
  })
})

describe('the approval of a WalletConnect wallet', () => {
  it('gives a Bech32 address only once if the wallet lists the address in upper case and in lower case', () => {
    const lower = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const accounts = [lower, lower.toUpperCase()].map((one) => `${bitcoin}:${one}`)
    const approved = approvedBy({ bip122: { accounts, methods: ['signPsbt'] } }, requested)
    expect(approved.accounts.map((account) => account.address)).toEqual([lower])
  })

  it("gives each address once, with its networks, in the wallet's order", () => {
    const approved = approvedBy(
      {
        eip155: {
          accounts: [`eip155:137:${address}`, `eip155:1:${address.toLowerCase()}`],
          methods: ['personal_sign'],
        },
        [`bip122:${bitcoin.slice(7)}`]: { accounts: [`${bitcoin}:bc1qxyz`], methods: ['signPsbt'] },
      },
      requested,
    )
    expect(approved.accounts).toEqual([
      { namespace: 'eip155', address, type: 'eoa', networks: ['eip155:137', 'eip155:1'] },
      { namespace: 'bip122', address: 'bc1qxyz', type: 'payment', networks: [bitcoin] },
    ])
    expect(approved.networks).toEqual(['eip155:137', 'eip155:1', bitcoin])
    expect(approved.methods).toEqual({
      eip155: new Set(['personal_sign']),
      bip122: new Set(['signPsbt']),
    })
  })

  it('gives each account only the networks on which the wallet lists it', () => {
    const other = `0x${'1'.repeat(40)}`
    const { accounts, networks } = approvedBy(
      { eip155: { accounts: [`eip155:1:${address}`, `eip155:137:${other}`], methods: [] } },
      requested,
    )
    expect(accounts).toEqual([
      { namespace: 'eip155', address, type: 'eoa', networks: ['eip155:1'] },
      { namespace: 'eip155', address: other, type: 'eoa', networks: ['eip155:137'] },
    ])
    expect(networks).toEqual(['eip155:1', 'eip155:137'])
  })

  it('leaves room for the other families, however many accounts it names in one family', () => {
    const many = Array.from(
      { length: 10_000 },
      (_, index) => `eip155:1:0x${index.toString(16).padStart(40, '0')}`,
    )
    const { accounts } = approvedBy(
      { eip155: { accounts: many }, bip122: { accounts: [`${bitcoin}:bc1qxyz`] } },
      requested,
    )
    expect(accounts.filter(({ namespace }) => namespace === 'eip155')).toHaveLength(1000)
    expect(accounts.at(-1)?.address).toBe('bc1qxyz')
  })

  it('is read in a number of steps that grows linearly with its size', () => {
    const ids = Array.from({ length: 100 }, (_, at): CaipNetworkId => `eip155:${at + 1}`)
    const accounts = ids.flatMap((id) =>
      Array.from({ length: 100 }, (_, at) => `${id}:0x${at.toString(16).padStart(40, '0')}`),
    )
    let reads = 0
    const counted = new Proxy(ids, {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads++
        return Reflect.get(target, key)
      },
    })
    const approved = approvedBy({ eip155: { accounts } }, counted)
    expect(approved.accounts).toHaveLength(100)
    expect(approved.accounts[99]?.networks).toEqual(ids)
    expect(approved.networks).toEqual(ids)
    expect(reads).toBeLessThanOrEqual(2 * ids.length)
  })

  it('gives nothing for unknown families, networks that were not requested, and invalid accounts', () => {
    const approved = approvedBy(
      {
        near: { accounts: ['near:mainnet:alice'], methods: ['near_sign'] },
        eip155: {
          accounts: [`eip155:56:${address}`, 'eip155:1', '', 7, null, `solana:x:${address}`],
          methods: ['personal_sign'],
        },
        solana: { accounts: 'nonsense', methods: 3 },
        cosmos: null as never,
      },
      requested,
    )
    expect(approved).toMatchObject({ accounts: [], networks: [], methods: {} })
  })

  it("can't add an account to a family under another family's key", () => {
    const approved = approvedBy({ eip155: { accounts: [`${bitcoin}:bc1qxyz`], methods: [] } }, requested)
    expect(approved.accounts).toEqual([])
  })

  it('makes the connector use the former id of a Solana network if the wallet approves only the former id', () => {
    const former = approvedBy(
      { solana: { accounts: [`${formerSolana}:A`], methods: ['solana_signMessage'] } },
      requested,
    )
    expect(former.networks).toEqual([solana])
    expect(former.wireId(solana)).toBe(formerSolana)
    const both = approvedBy(
      { solana: { accounts: [`${formerSolana}:A`, `${solana}:A`], methods: [] } },
      requested,
    )
    expect(both.wireId(solana)).toBe(solana)
    expect(both.accounts).toHaveLength(1)
  })

  it('never exceeds the request, whatever the wallet answers', () => {
    const part = fc.oneof(fc.constantFrom(...requested, 'eip155:10', 'near:main', 'eip155'), fc.string())
    const account = fc
      .tuple(part, fc.stringMatching(/^[a-z0-9]{1,8}$/))
      .map(([chain, at]) => `${chain}:${at}`)
    const scope = fc.record(
      {
        accounts: fc.oneof(fc.array(fc.oneof(account, fc.anything())), fc.anything()),
        methods: fc.oneof(fc.array(fc.string()), fc.anything()),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(part, fc.constantFrom('eip155', 'solana')), scope), (namespaces) => {
        const { accounts, networks, methods } = approvedBy(namespaces, requested)
        for (const network of networks) expect(requested).toContain(network)
        for (const { namespace, networks: on = [] } of accounts) {
          expect(on.length).toBeGreaterThan(0)
          expect(new Set(on).size).toBe(on.length)
          for (const network of on) {
            expect(networks).toContain(network)
            expect(network.startsWith(`${namespace}:`)).toBe(true)
          }
        }
        for (const namespace of Object.keys(methods))
          expect(accounts.some((one) => one.namespace === namespace)).toBe(true)
      }),
    )
  })
})

describe('a hostile approval', () => {
  const chosen = requested.filter((id) => id.startsWith('eip155:'))
  const own = fc.record({
    network: fc.constantFrom(...chosen),
    address: fc.integer({ min: 1, max: 4 }).map((digit) => `0x${String(digit).repeat(40)}`),
  })
  const junk = fc.oneof(
    fc.constantFrom(
      'eip155:10:0x1111111111111111111111111111111111111111',
      'eip155:1',
      'eip155::0x1',
      'eip155:1:',
      ':::',
      `${bitcoin}:bc1qxyz`,
      'EIP155:1:0x1111111111111111111111111111111111111111',
      'eip155:1:0x1:0x2',
    ),
    fc.string(),
    fc.anything(),
  )

  it('loses only entries for other networks, malformed entries and repeated entries', () => {
    fc.assert(
      fc.property(fc.array(own), fc.array(junk), fc.nat(), (good, bad, seed) => {
        const spelled = good.map(({ network, address: at }) => `${network}:${at}`)
        const mixed: unknown[] = [...spelled, ...spelled]
        for (const [index, each] of bad.entries())
          mixed.splice((seed + index * 7) % (mixed.length + 1), 0, each)
        const approved = approvedBy({ eip155: { accounts: mixed, methods: ['personal_sign'] } }, requested)
        const given = approved.accounts.flatMap(({ address: at, networks = [] }) =>
          networks.map((network) => `${network}:${at}`),
        )
        expect(new Set(given)).toEqual(new Set(spelled))
        expect(given).toHaveLength(new Set(spelled).size)
        expect([...approved.networks].sort()).toEqual([...new Set(good.map(({ network }) => network))].sort())
      }),
    )
  })
})

describe('a chainChanged event', () => {
  it.each([
    ['eip155:1', 137, 'eip155:137'],
    ['eip155:1', '137', 'eip155:137'],
    ['eip155:1', '0x89', 'eip155:137'],
    ['eip155:1', 'eip155:137', 'eip155:137'],
    ['eip155:1', null, undefined],
    ['eip155:1', {}, undefined],
    ['eip155:1', '', undefined],
    ['cosmos:cosmoshub-4', '', undefined],
    ['cosmos:cosmoshub-4', 'osmosis-1', 'cosmos:osmosis-1'],
    [solana, formerSolana, solana],
    ['eip155:1', solana, undefined],
    ['near:main', 'x', undefined],
    ['eip155:1', 'not a chain', undefined],
    ['eip155:1', 'zzz', undefined],
    ['eip155:1', -1, undefined],
  ])('from the network %s with the data %s reports the network %s', (chainId, data, network) => {
    expect(eventNetwork(chainId, data)).toBe(network)
  })
})

describe('an event of another name', () => {
  it.each([
    ['eip155:1', 'eip155:1'],
    [formerSolana, solana],
    ['near:main', undefined],
  ])('from the network %s is about the network %s', (chainId, network) => {
    expect(eventNetwork(chainId, undefined)).toBe(network)
  })
})
