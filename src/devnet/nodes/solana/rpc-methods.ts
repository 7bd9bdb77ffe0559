import { type Address, type EncodedAccount, getBase58Encoder, isAddress } from '@solana/kit'
import { RpcRefusal } from '../../server/json-rpc.ts'
import { amountOf, numberAt, textAt } from './account-data.ts'
import { blockhashLifetime, type Cluster, lifetimeOf, slotsInEpoch, tokenPrograms } from './cluster.ts'
import { signaturesOf, statusOf, transactionOf } from './transaction-views.ts'

type Params = readonly unknown[]
type Method = (params: Params) => unknown

const version = '3.0.0'

/** Returns the JSON-RPC methods that wallets and apps use. All commitments are treated the same. */
export function rpcMethods(cluster: Cluster): Readonly<Record<string, Method>> {
  const { svm } = cluster
  const withContext = <T>(value: T) => ({ context: { slot: cluster.slot, apiVersion: version }, value })
  const find = (address: Address): EncodedAccount | undefined => {
    const account = svm.getAccount(address)
    return account.exists && account.lamports > 0n ? account : undefined
  }
  const show = (account: EncodedAccount | undefined, encoding: unknown) => {
    if (!account) return null
    if (encoding !== undefined && encoding !== 'base64')
      throw new RpcRefusal(-32602, `This node encodes accounts as base64 only, not as ${String(encoding)}`)
    return {
      lamports: Number(account.lamports),
      owner: account.programAddress,
      executable: account.executable,
      rentEpoch: 0,
      space: Number(account.space),
      data: [Buffer.from(account.data).toString('base64'), 'base64'],
    }
  }

  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': version, 'feature-set': 0 }),
    getGenesisHash: () => cluster.genesisHash,
    getSlot: () => cluster.slot,
    getBlockHeight: () => cluster.slot,
    getFirstAvailableBlock: () => 0,
    getEpochInfo: () => ({
      absoluteSlot: cluster.slot,
      blockHeight: cluster.slot,
      epoch: cluster.epoch,
      slotIndex: cluster.slot % slotsInEpoch,
      slotsInEpoch,
    }),
    getLatestBlockhash: () =>
      withContext({
        blockhash: cluster.blockhash(),
        lastValidBlockHeight: cluster.slot + blockhashLifetime,
      }),
    isBlockhashValid: ([blockhash]) =>
      withContext(cluster.lastValidBlockHeight(String(blockhash)) !== undefined),
    getMinimumBalanceForRentExemption: ([size]) =>
      Number(svm.minimumBalanceForRentExemption(BigInt(Number(size)))),
    getBalance: ([address]) => withContext(Number(svm.getBalance(addressOf(address)) ?? 0n)),
    getAccountInfo: ([address, config]) =>
      withContext(show(find(addressOf(address)), option(config, 'encoding'))),
    getMultipleAccounts: ([addresses, config]) =>
      withContext(
        (addresses as readonly unknown[]).map((address) =>
          show(find(addressOf(address)), option(config, 'encoding')),
        ),
      ),
    getTokenAccountsByOwner: ([owner, filter, config]) => {
      const holder = addressOf(owner)
      const mint = option(filter, 'mint')
      const programs = [option(filter, 'programId') ?? tokenPrograms].flat() as Address[]
      return withContext(
        programs
          .flatMap((program) => svm.getProgramAccounts(program))
          .filter(
            ({ data }) =>
              data.length >= 165 &&
              textAt(data, 32) === holder &&
              (mint === undefined || textAt(data, 0) === mint),
          )
          .map((account) => ({
            pubkey: account.address,
            account: show(account, option(config, 'encoding')),
          })),
      )
    },
    getTokenAccountBalance: ([address]) => {
      const account = find(addressOf(address))
      const mint = account && account.data.length >= 165 ? find(textAt(account.data, 0)) : undefined
      if (!account || !mint) throw new RpcRefusal(-32602, 'Invalid param: could not find account')
      return withContext(amountOf(numberAt(account.data, 64), mint.data[44] ?? 0))
    },
    getTokenSupply: ([address]) => {
      const mint = find(addressOf(address))
      if (!mint) throw new RpcRefusal(-32602, 'Invalid param: could not find mint')
      return withContext(amountOf(numberAt(mint.data, 36), mint.data[44] ?? 0))
    },
    getFeeForMessage: ([text]) => withContext(feeOf(cluster, bytesOf(text, 'base64'))),
    getRecentPrioritizationFees: () =>
      Array.from({ length: 10 }, (_, back) => ({ slot: cluster.slot - back, prioritizationFee: 0 })),
    simulateTransaction: ([text, config]) => {
      const wanted = option(config, 'accounts') ?? undefined
      const addresses = wanted === undefined ? [] : [option(wanted, 'addresses')].flat().map(addressOf)
      const { error, logs, units, accounts } = cluster.simulate(bytesOf(text, option(config, 'encoding')), {
        verify: option(config, 'sigVerify') === true,
        anyBlockhash: option(config, 'replaceRecentBlockhash') === true,
      })
      const after = (address: Address) =>
        show(
          accounts.find((each) => each.address === address),
          option(wanted, 'encoding'),
        )
      return withContext({
        err: error,
        logs,
        unitsConsumed: Number(units),
        accounts: wanted === undefined ? null : addresses.map(after),
        returnData: null,
      })
    },
    sendTransaction: ([text, config]) =>
      cluster.send(bytesOf(text, option(config, 'encoding')), {
        preflight: option(config, 'skipPreflight') !== true,
      }),
    getSignatureStatuses: ([signatures]) =>
      withContext(
        (signatures as readonly unknown[]).map((signature) => {
          const landed = cluster.landed(String(signature))
          return landed ? statusOf(cluster, landed) : null
        }),
      ),
    getTransaction: ([signature, config]) => {
      const encoding = (typeof config === 'string' ? config : option(config, 'encoding')) ?? 'json'
      if (encoding !== 'json' && encoding !== 'base64')
        throw new RpcRefusal(-32602, 'This node encodes transactions as json and base64 only')
      const landed = cluster.landed(String(signature))
      if (!landed) return null
      const found = transactionOf(landed, option(config, 'maxSupportedTransactionVersion'))
      if (encoding === 'json') return found
      return { ...found, transaction: [Buffer.from(landed.wire).toString('base64'), encoding] }
    },
    getSignaturesForAddress: ([address, config]) => signaturesOf(cluster, addressOf(address), config),
    requestAirdrop: ([address, lamports]) => cluster.airdrop(addressOf(address), BigInt(Number(lamports))),
    // Real nodes don't have these methods. Tests control the cluster with them.
    devnet_hold: () => cluster.hold(),
    devnet_release: () => cluster.release(),
    devnet_skipBlocks: ([blocks]) => cluster.skip(countOf(blocks)),
  }
}

/** Returns the fee: 5,000 lamports per signature, and the priority fee. Null for an expired blockhash, as on a real cluster. */
function feeOf(cluster: Cluster, bytes: Uint8Array): number | null {
  const count = (bytes[0] ?? 0) & 0x80 ? bytes[1] : bytes[0]
  const wire = new Uint8Array([count ?? 0, ...new Uint8Array(64 * (count ?? 0)), ...bytes])
  const { message } = cluster.read(wire)
  if (cluster.lastValidBlockHeight(lifetimeOf(message)) === undefined) return null
  const { staticAccounts, header } = message
  const instructions = 'instructions' in message ? message.instructions : []
  let price = 0n
  let limit = 0n
  let free = 0n
  for (const { programAddressIndex, data = new Uint8Array() } of instructions) {
    if (staticAccounts[programAddressIndex] !== 'ComputeBudget111111111111111111111111111111') {
      free += 200_000n
      continue
    }
    const view = new DataView(new Uint8Array(data).buffer)
    if (data[0] === 2) limit = BigInt(view.getUint32(1, true))
    if (data[0] === 3) price = view.getBigUint64(1, true)
  }
  const priority = ((limit || free) * price + 999_999n) / 1_000_000n
  return Number(5000n * BigInt(header.numSignerAccounts) + priority)
}

function addressOf(value: unknown): Address {
  if (typeof value === 'string' && isAddress(value)) return value
  throw new RpcRefusal(-32602, 'Invalid param: WrongSize')
}

/** Reads the number of blocks to skip. Refuses a huge number, because a test can't undo a skip. */
function countOf(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 10_000_000) return value
  throw new RpcRefusal(-32602, 'Invalid params: expected a number of blocks')
}

function option(config: unknown, name: string): unknown {
  return typeof config === 'object' && config !== null ? (config as Record<string, unknown>)[name] : undefined
}

function bytesOf(text: unknown, encoding: unknown = 'base58'): Uint8Array {
  if (typeof text !== 'string')
    throw new RpcRefusal(-32602, 'Invalid params: invalid type, expected a string')
  try {
    return encoding === 'base64'
      ? new Uint8Array(Buffer.from(text, 'base64'))
      : new Uint8Array(getBase58Encoder().encode(text))
  } catch {
    throw new RpcRefusal(-32602, `invalid ${String(encoding)} encoding`)
  }
}
