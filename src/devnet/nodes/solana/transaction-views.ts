import { getBase58Decoder } from '@solana/kit'
import { RpcRefusal } from '../../server/json-rpc.ts'
import { amountOf, numberAt, textAt } from './account-data.ts'
import { type Cluster, finality, type Holding, type Landed, lifetimeOf } from './cluster.ts'

/** Returns a status in the format of `getSignatureStatuses`. */
export function statusOf(cluster: Cluster, landed: Landed) {
  const confirmations = cluster.slot - landed.slot
  const final = confirmations >= finality
  return {
    slot: landed.slot,
    confirmations: final ? null : confirmations,
    err: landed.error,
    status: landed.error === null ? { Ok: null } : { Err: landed.error },
    confirmationStatus: final ? 'finalized' : 'confirmed',
  }
}

/**
 * Returns a transaction in the format of `getTransaction`. `newest` is the newest version that the client supports. Without it,
 * the client gets only legacy transactions, and no versions.
 * @throws RpcRefusal if the transaction's version is newer
 */
export function transactionOf({ wire, message, ...landed }: Landed, newest: unknown) {
  const { header, staticAccounts, version } = message
  if (version !== 'legacy' && !(Number(newest ?? -1) >= version))
    throw new RpcRefusal(
      -32015,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    )
  const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)
  const signatures = Array.from({ length: wire[0] ?? 0 }, (_, index) =>
    base58(wire.subarray(1 + 64 * index, 65 + 64 * index)),
  )
  return {
    slot: landed.slot,
    blockTime: landed.blockTime,
    ...(typeof newest === 'number' && { version }),
    transaction: {
      signatures,
      message: {
        accountKeys: staticAccounts,
        header: {
          numRequiredSignatures: header.numSignerAccounts,
          numReadonlySignedAccounts: header.numReadonlySignerAccounts,
          numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
        },
        recentBlockhash: lifetimeOf(message),
        instructions: ('instructions' in message ? message.instructions : []).map(
          ({ programAddressIndex, accountIndices = [], data }) => ({
            programIdIndex: programAddressIndex,
            accounts: accountIndices,
            data: base58(new Uint8Array(data ?? [])),
          }),
        ),
      },
    },
    meta: {
      err: landed.error,
      status: landed.error === null ? { Ok: null } : { Err: landed.error },
      fee: Number(landed.fee),
      preBalances: landed.before.map(({ lamports }) => Number(lamports)),
      postBalances: landed.after.map(({ lamports }) => Number(lamports)),
      computeUnitsConsumed: Number(landed.units),
      logMessages: landed.logs,
      innerInstructions: landed.inner.flatMap((calls, index) =>
        calls.length === 0
          ? []
          : [
              {
                index,
                instructions: calls.map(({ program, accounts, data, depth }) => ({
                  programIdIndex: program,
                  accounts,
                  data: base58(data),
                  stackHeight: depth,
                })),
              },
            ],
      ),
      preTokenBalances: tokensOf(landed.before),
      postTokenBalances: tokensOf(landed.after),
      rewards: [],
    },
  }
}

function tokensOf(holdings: readonly Holding[]) {
  return holdings.flatMap(({ token }, accountIndex) =>
    token
      ? [
          {
            accountIndex,
            mint: textAt(token.data, 0),
            owner: textAt(token.data, 32),
            programId: token.program,
            uiTokenAmount: amountOf(numberAt(token.data, 64), token.decimals),
          },
        ]
      : [],
  )
}

/**
 * Returns the list of `getSignaturesForAddress`: newest first, at most `limit`, between `before` and `until`.
 * @throws RpcRefusal
 */
export function signaturesOf(cluster: Cluster, address: string, config: unknown) {
  const { limit = 1000, before, until } = Object(config) as Readonly<Record<string, unknown>>
  if (!Number.isInteger(limit) || Number(limit) < 1 || Number(limit) > 1000)
    throw new RpcRefusal(-32602, 'Invalid limit; max 1000')
  const all = cluster.landedFor(address)
  const placeOf = (signature: unknown) => all.findIndex((landed) => landed.signature === signature)
  const end = until === undefined ? -1 : placeOf(until)
  return all
    .slice(before === undefined ? 0 : placeOf(before) + 1, end < 0 ? undefined : end)
    .slice(0, Number(limit))
    .map((landed) => ({
      signature: landed.signature,
      slot: landed.slot,
      transactionIndex: landed.place,
      err: landed.error,
      memo: null,
      blockTime: landed.blockTime,
      confirmationStatus: statusOf(cluster, landed).confirmationStatus,
    }))
}
