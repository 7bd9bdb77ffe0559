import { bitcoinChainName } from '../../../core/chain/bip122.ts'
import { accountList, accountRecord, base64FromHex, hexFromBase64, invalidAnswer } from './answers.ts'
import type { BitcoinAccounts, BitcoinDialect } from './dialect.ts'
import { member } from './member.ts'
import { type SatsConnectProvider, satsConnectRequest } from './sats-connect.ts'

/** Our account type for each of the wallet's address types. */
const kinds = { p2wpkh: 'payment', p2tr: 'ordinal' } as const

/**
 * Returns the requests of Leather (`window.LeatherProvider`). Leather lists accounts only after a prompt, keeps no connection,
 * reports no changes, and gets the network with each request to sign. Without a network, it signs messages on the main network.
 * See leather.gitbook.io/developers.
 */
export function leatherDialect(provider: SatsConnectProvider): BitcoinDialect {
  let shown: BitcoinAccounts = []
  const ask = (method: string, params?: unknown) => satsConnectRequest(provider, method, params)
  return {
    methods: ['signMessage', 'signPsbt'],
    async connect() {
      const listed = member(await ask('getAddresses'), 'addresses')
      if (!Array.isArray(listed)) throw invalidAnswer('getAddresses', 'a list of addresses')
      const wanted = listed.filter((each) => Object.hasOwn(kinds, String(member(each, 'type'))))
      shown = accountList(
        wanted.map((each) => {
          const kind = member(each, 'type') as keyof typeof kinds
          return accountRecord(member(each, 'address'), kinds[kind], member(each, 'publicKey'))
        }),
        'getAddresses',
      )
      return shown
    },
    accounts: async () => (shown.length > 0 ? shown : undefined),
    network: async () => undefined,
    async signMessage({ address, message, network }) {
      // Leather has one account of each type, and signs messages by BIP-322.
      const paymentType =
        shown.find((each) => each.address === address)?.type === 'ordinal' ? 'p2tr' : 'p2wpkh'
      const request = { message, paymentType, network: bitcoinChainName(network) }
      return member(await ask('signMessage', request), 'signature')
    },
    async signPsbt({ psbtBase64, inputs, network }) {
      // An input without a type is signed with one of the default types: DEFAULT (taproot) or ALL.
      const sighashes = new Set(inputs.flatMap(({ sighash }) => sighash ?? [0, 1]))
      const hasType = inputs.some(({ sighash }) => sighash !== undefined)
      const answer = await ask('signPsbt', {
        hex: hexFromBase64(psbtBase64),
        signAtIndex: inputs.map(({ index }) => index),
        ...(hasType && { allowedSighash: [...sighashes] }),
        network: bitcoinChainName(network),
        broadcast: false,
      })
      return base64FromHex(member(answer, 'hex'))
    },
    async disconnect() {
      shown = []
    },
    listen: () => () => {},
  }
}
