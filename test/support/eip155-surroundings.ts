import { randomBytes } from 'node:crypto'
import { getAddress, verifyMessage, verifyTypedData } from 'ethers'
import type { Devnet } from 'latchkey/devnet'
import {
  type ContractStep,
  type ContractWorld,
  createEip155Wallet,
  type Eip155Wallet,
  type WalletKind,
  type WalletStep,
} from 'latchkey/testing'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { eip155Chain } from './eip155-chain.ts'
import { mailTypedData } from './mail-typed-data.ts'

type World = ContractWorld<'eip155'>

/**
 * Creates a `ContractWorld` for the contract suite, without the adapter and the connector. The chains and the keys are
 * real, and ethers verifies the results.
 */
export interface Eip155Surroundings
  extends Omit<World, 'adapter' | 'connector' | 'reload' | 'capabilities' | 'typedData' | 'dispose'> {
  readonly keys: Eip155Wallet
  readonly typedData: NonNullable<World['typedData']>
}

const methods: Readonly<Record<WalletKind, string>> = {
  connect: 'eth_requestAccounts',
  restore: 'eth_accounts',
  close: 'wallet_revokePermissions',
  sign: 'personal_sign',
  signTypedData: 'eth_signTypedData_v4',
  signTransaction: 'eth_signTransaction',
  signAllTransactions: 'eth_signAllTransactions',
  send: 'eth_sendTransaction',
  sendBatch: 'wallet_sendCalls',
  switch: 'wallet_switchEthereumChain',
  addNetwork: 'wallet_addEthereumChain',
}

const reads = [
  ...['eth_blockNumber', 'eth_call', 'eth_estimateGas', 'eth_feeHistory', 'eth_gasPrice', 'eth_getBalance'],
  ...['eth_getBlockByNumber', 'eth_getCode', 'eth_getLogs', 'eth_getTransactionByHash'],
  ...['eth_getTransactionCount', 'eth_getTransactionReceipt', 'eth_maxPriorityFeePerGas'],
]

export function eip155Surroundings(devnet: Devnet): Eip155Surroundings {
  const [first, second] = devnet.networks as [ChainNetwork<'eip155'>, ChainNetwork<'eip155'>]
  const networks = [first, second] as const
  const [alice, bob, carol, dave] = ['alice', 'bob', 'carol', 'dave'].map(
    (name) => devnet.accounts[name]!.eip155!,
  )
  const token = devnet.tokens.find(({ asset }) =>
    asset.startsWith(`${first.caipNetworkId}/`),
  ) as World['token']

  let prompts = 0
  const keys = createEip155Wallet({
    privateKeys: [alice!.secret, bob!.secret],
    chains: networks.map(({ id, rpcUrls }) => ({ id: Number(id), rpcUrl: rpcUrls.default.http[0]! })),
    approve: async () => void prompts++,
  })

  // This wallet refuses to read, because the adapter must read from the host's endpoints and never through the wallet.
  for (const method of reads) keys.script.always(method, { error: { code: 4200, message: 'not expected' } })

  return {
    namespace: 'eip155',
    keys,
    networks,
    foreignNetwork: { ...second, id: 31339, caipNetworkId: 'eip155:31339', name: 'Elsewhere' },
    addresses: [alice!.address, bob!.address],
    strangerAddress: carol!.address,
    receiver: getAddress(`0x${randomBytes(20).toString('hex')}`),
    token,
    missingToken: `${first.caipNetworkId}/erc20:0x00000000000000000000000000000000000000Aa`,
    unknownHash: `0x${randomBytes(32).toString('hex')}`,
    smallAmount: 12_345n,
    // Invalid addresses: one digit too few, one digit too many, no digits, and a capital X.
    invalidAddresses: [
      alice!.address.slice(0, -1),
      `${alice!.address}0`,
      `0x${'zz'.repeat(20)}`,
      '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
    // Mixed case with a wrong checksum (EIP-55).
    unsafeReceivers: ['0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    wallet: {
      next: (kind, step) => keys.script.next(methods[kind], walletStep(kind, step)),
      count: (kind) => keys.script.count(kind && methods[kind]),
      prompts: () => prompts,
      network: () => `eip155:${keys.chainId}`,
      moveTo: keys.switchTo,
      select: keys.select,
      revoke: keys.revoke,
      forget: (network) => keys.forget(Number(network.slice('eip155:'.length))),
      emitNonsense() {
        for (const payload of [null, undefined, {}, '', '0x', 'zzz', Number.NaN, -1, []])
          keys.emit('chainChanged', payload)
        for (const payload of [null, undefined, {}, 'zzz', 7, [1], ['0x12'], [null]])
          keys.emit('accountsChanged', payload)
      },
      emitNetwork: () => keys.emit('chainChanged', `0x${keys.chainId.toString(16)}`),
      listenerCount: () => keys.listenerCount(),
    },
    chain: eip155Chain(networks, dave!.address, token.asset),
    verifyMessage: async (message, { signature }, address) => verifyMessage(message, signature) === address,
    typedData: {
      value: mail,
      verify: async ({ signature }, address) =>
        verifyTypedData(mail.domain, mail.types, mail.message, signature) === address,
    },
    transfer: (to) => ({ to: to as `0x${string}`, value: 12_345n }),
  }
}

const nonsense: Partial<Record<WalletKind, unknown>> = { connect: 'nonsense', sendBatch: 42 }

function walletStep(kind: WalletKind, step: ContractStep): WalletStep {
  if (step === 'empty') return { answer: [] }
  if (step === 'lie') return { answer: null }
  if (step === 'fail') return { error: { code: -32603, message: 'Internal error' } }
  if (step === 'nonsense') return { answer: nonsense[kind] ?? '0x12' }
  return step
}

const { types, message, ...rest } = mailTypedData(31337)
/** The example of EIP-712, with an additional integer that a JavaScript number can't represent. */
const mail = {
  ...rest,
  types: { ...types, Mail: [...types.Mail, { name: 'value', type: 'uint256' }] },
  message: { ...message, value: '9007199254740993' },
}
