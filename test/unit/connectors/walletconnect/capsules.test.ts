import { expect, it } from 'vitest'
import {
  cacaosIn,
  scopeOf,
  signInsOf,
  withMethods,
} from '../../../../src/connectors/walletconnect/pairing/cacaos.ts'
import { writeRecap } from '../../../../src/core/sign-in/recap.ts'
import type { Cacao } from '../../../../src/core/sign-in/sign-in.ts'
import { fc } from '../../../support/fast-check.ts'

const address = '0x9D85ca56217D2bb651b00f15e694EB7E713637D4'
const recap = (abilities: Record<string, unknown>) => writeRecap({ eip155: abilities } as never)
const capsule = (changes: Partial<Cacao['p']> = {}): Cacao => ({
  h: { t: 'caip122' },
  p: {
    ...{ domain: 'app.example', aud: 'https://app.example/', nonce: 'nonce0001' },
    iss: `did:pkh:eip155:1:${address}`,
    resources: [recap({ 'request/personal_sign': [{ chains: ['eip155:1', 'eip155:10'] }] })],
    ...changes,
  },
  s: { t: 'eip191', s: '0x12' },
})

it('a ReCap covers its methods on the network of the signed message and on the networks that the ReCap names', () => {
  expect(scopeOf([capsule(), capsule({ iss: `did:pkh:eip155:5:${address}` })])).toEqual({
    chains: ['eip155:1', 'eip155:10', 'eip155:5'],
    accounts: [`eip155:1:${address}`, `eip155:10:${address}`, `eip155:5:${address}`],
    methods: ['personal_sign'],
    events: ['chainChanged', 'accountsChanged'],
  })
})

it.each<[string, readonly string[] | undefined]>([
  ['no resources', undefined],
  ['no ReCap', ['https://app.example/tos']],
  ['an empty ReCap', [recap({})]],
  ['a ReCap of another family', [writeRecap({ solana: { 'request/x': [] } })]],
  ['a malformed ReCap', ['urn:recap:zzz']],
])('a sign-in with %s approves no network and no method', (_, resources) => {
  expect(scopeOf([capsule({ resources })])).toBeUndefined()
})

it('an invalid ReCap adds no network', () => {
  const abilities = { 'request/personal_sign': [null, 7, { chains: 'eip155:1' }, { chains: [7, {}] }] }
  expect(scopeOf([capsule({ resources: [recap(abilities)] })])!.chains).toEqual(['eip155:1'])
})

it('a malformed capability object (CACAO) is ignored', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(cacaosIn(value)).toBeUndefined()
    }),
  )
  // Replaces each part of a valid CACAO with a value that is not a string.
  const paths = [...['h', 'p', 's'], 'h.t', 's.t', 's.s', 'p.domain', 'p.aud', 'p.nonce', 'p.iss']
  const nothing = fc.anything().filter((value) => typeof value !== 'string')
  fc.assert(
    fc.property(fc.constantFrom(...paths), nothing, (path, value) => {
      const changed = structuredClone(capsule()) as unknown as Record<string, Record<string, unknown>>
      const [part = '', field] = path.split('.')
      if (field) changed[part]![field] = value
      else changed[part] = value as never
      expect(cacaosIn([changed])).toBeUndefined()
    }),
  )
  expect(cacaosIn([capsule()])).toHaveLength(1)
})

it("the wallet must sign the host's ReCap with Latchkey's methods added", () => {
  const own = { 'crud/read': [{ chains: ['eip155:1'] }] }
  const message = {
    ...{ domain: 'app.example', uri: 'https://app.example/', nonce: 'nonce0001', version: '1' },
    ...{ chainId: 'eip155:1' as const, accountAddress: '', statement: 'Welcome' },
    resources: ['https://app.example/tos', recap(own)],
  }
  const resources = withMethods(message.resources, ['personal_sign', 'eth_sendTransaction'])
  expect(resources).toEqual([
    'https://app.example/tos',
    recap({ ...own, 'request/eth_sendTransaction': [{}], 'request/personal_sign': [{}] }),
  ])
  expect(withMethods(undefined, ['a'])).toEqual([recap({ 'request/a': [{}] })])
  const cacao = capsule({ statement: 'Welcome', resources })
  const [session] = signInsOf([cacao], message)
  expect(session).toMatchObject({ signature: '0x12', data: { accountAddress: address, resources } })
  expect(session!.data.statement).toMatch(
    /^Welcome I further authorize the stated URI .* 'personal_sign' for 'eip155'/,
  )
  const without = capsule({ statement: 'Welcome', resources: resources.slice(1) })
  expect(() => signInsOf([without], message)).toThrow('The wallet signed a different message')
})
