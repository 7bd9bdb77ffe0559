import { throwIfAborted } from '../../core/async/abort.ts'
import { loadOnce } from '../../core/async/load-once.ts'
import type { CaipAddress } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AdapterContext, Capability, ChainAdapter } from '../../core/wallet/adapter.ts'
import type { Transaction } from '../../core/wallet/family.ts'
import type { SentTransaction } from '../../core/wallet/transaction.ts'
import type { CallOptions } from '../../ports.ts'
import type { AccountCall } from '../shared/calls.ts'
import { createAdapter } from '../shared/create-adapter.ts'
import type { Family } from '../shared/family.ts'
import { referenced } from '../shared/lost-answer.ts'
import { normalizeAddress } from './address.ts'
import type { BalanceDetail } from './chain/balances.ts'
import type { PolkadotChain } from './chain/chain.ts'
import type { Signed, Unsigned } from './chain/unsigned.ts'
import { checkedSend } from './checks.ts'
import { encodedCalls } from './encoded-calls.ts'
import { peopleChainOf } from './people-chain.ts'
import { approvals, askMessage, askSignature, type SignerPayload, type WalletSignature } from './wallet.ts'

type Call = AccountCall<'polkadot', PolkadotChain>

export interface PolkadotAdapter extends ChainAdapter<'polkadot'> {
  /** Returns the full balance, in plancks. `getBalance` returns its `transferable` part as `value`. */
  getBalanceDetail(account: CaipAddress<'polkadot'>, opts?: CallOptions): Promise<BalanceDetail>
  /**
   * Asks the wallet to sign a payload that a library of the page built, such as polkadot.js. Returns the wallet's answer.
   * @throws `network/wrong-chain` for a payload of another network; `validation/invalid-address` for a payload of another
   * account.
   */
  signPayload(
    account: CaipAddress<'polkadot'>,
    payload: SignerPayload,
    opts?: CallOptions,
  ): Promise<WalletSignature>
}

/** The family's code that loads at the first connect. It needs no chain library. */
const family: Family<'polkadot', PolkadotChain> = {
  namespace: 'polkadot',
  normalize: normalizeAddress,
  approvals,
  peers: ['@polkadot/api'],
  loadChain: async (context) => new (await import('./chain/chain.ts')).PolkadotChain(context),
  numbered: true,
  checkSend: checkedSend,

  async prepareSend(call, params) {
    const { network, address } = call
    const unsigned = await (await call.chain()).transfer(network, address, params, call)
    return (now) => submit(now, unsigned, params.maxFee)
  },
  sendTransaction: async (call, transaction, maxFee) =>
    submit(call, await build(call, transaction, maxFee), maxFee),
  signTransaction: async (call, transaction) => (await sign(call, await build(call, transaction))).signed,
  signMessage: ({ session, network, address }, message) =>
    askMessage(session, network.caipNetworkId, address, message),
}

export function polkadotAdapter(
  context: AdapterContext,
  capabilities: ReadonlySet<Capability>,
): PolkadotAdapter {
  const { adapter, calls, runExclusive, resolveAccount, chain } = createAdapter(family, context, capabilities)
  const { load: names } = loadOnce(async () => (await import('./chain/identities.ts')).peopleNames(context))
  return {
    ...adapter,
    names: {
      suffixOn: (network) => peopleChainOf(network, context)?.suffix,
      normalize: async (name) => (await names()).normalize(name),
      resolve: async (...args) => (await names()).resolve(...args),
      reverse: async (...args) => (await names()).reverse(...args),
      describe: async (address, network, opts) =>
        peopleChainOf(network, context) && (await names()).describe(address, network, opts),
    },
    getBalanceDetail: (account, opts) =>
      calls.run(opts, async (signal) => {
        const { network, address } = resolveAccount(account)
        return (await chain()).balanceDetail(network, address, { signal })
      }),
    signPayload: (account, payload, opts) =>
      runExclusive(account, 'sign.transaction', opts, async ({ session, network, address, signal }) => {
        checkPayload(payload, network, address)
        throwIfAborted(signal)
        return askSignature(session, network.caipNetworkId, payload)
      }),
  }
}

/** Checks the payload's network and account. In this family, a CAIP-2 reference is the first half of the genesis hash. */
function checkPayload(payload: SignerPayload, network: ChainNetwork<'polkadot'>, address: string): void {
  const genesis = String(payload.genesisHash).replace(/^0x/, '').slice(0, 32)
  if (genesis !== String(network.id))
    throw latchkeyError('network/wrong-chain', {
      values: { actual: network.caipNetworkId, expected: `polkadot:${genesis}` },
    })
  if (normalizeAddress(payload.address, network) !== address)
    throw latchkeyError('validation/invalid-address', {
      values: { reason: `the payload is for another account, not ${address}` },
    })
}

async function build(call: Call, transaction: Transaction<'polkadot'>, maxFee?: bigint): Promise<Unsigned> {
  const encoded = await encodedCalls(transaction, call)
  return (await call.chain()).call(call.network, call.address, encoded, maxFee, call)
}

/** Asks the wallet to sign a transaction. Checks that the wallet signed this transaction. */
async function sign({ session, network, signal }: Call, unsigned: Unsigned): Promise<Signed> {
  throwIfAborted(signal)
  return unsigned.sign(await askSignature(session, network.caipNetworkId, unsigned.payload))
}

async function submit(call: Call, unsigned: Unsigned, maxFee: bigint | undefined): Promise<SentTransaction> {
  const { signed, hash, reference } = await sign(call, unsigned)
  const { tip, nonce } = unsigned
  const chain = await call.chain()
  if (maxFee !== undefined) await chain.checkFee(call.network, { signed, tip }, maxFee, call)
  await chain.requireNonce(call.network, call.address, nonce, call)
  throwIfAborted(call.signal)
  await call.onSigned?.({ hash, reference })
  await referenced(reference, chain.submit(call.network, { signed, hash, reference }))
  return { hash, reference }
}
