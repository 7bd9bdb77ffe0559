import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex } from '@noble/hashes/utils'
import { hex } from '@scure/base'
import { type AbiValue, abiTypes, decodeAbi, fixedSize } from './abi.ts'
import type { ControlChange, Eip155Effect, Eip155Inner } from './eip155-action.ts'

/** The maximum number of effects. No user reads more. */
export const actionLimit = 200

/** The effect of a known function: the function's own effects, and the calls that it makes. */
export interface FunctionEffect {
  readonly actions?: readonly Eip155Effect[]
  readonly calls?: readonly Eip155Inner[]
}

type Args = readonly AbiValue[]
type Reader = (args: Args, contract: string) => FunctionEffect | undefined

/** These casts are safe, because the decoder has checked the types. */
const address = (value: AbiValue | undefined) => value as string
const bytes = (value: AbiValue | undefined) => value as string
const uint = (value: AbiValue | undefined) => value as bigint
const list = (value: AbiValue | undefined) => value as readonly AbiValue[]
const tuples = (value: AbiValue | undefined) => value as readonly Args[]
const one = (action: Eip155Effect): FunctionEffect => ({ actions: [action] })

const allow =
  (change: 'set' | 'more' | 'less'): Reader =>
  ([spender, amount], token) =>
    one({
      kind: 'allow',
      token,
      spender: address(spender),
      amount: uint(amount),
      change,
      certain: change !== 'set',
    })

const control =
  (change: ControlChange, at?: number, detail?: (args: Args) => string): Reader =>
  (args, contract) =>
    one({
      kind: 'control',
      change,
      contract,
      to: at === undefined ? undefined : address(args[at]),
      detail: detail?.(args),
    })

/** Reads a change of a Safe's owners. The call also sets how many owners must sign. */
const ownersChanged =
  (change: ControlChange, at: number, threshold: number): Reader =>
  (args, contract) => ({
    actions: [
      { kind: 'control', change, contract, to: address(args[at]) },
      { kind: 'control', change: 'threshold', contract, detail: String(uint(args[threshold])) },
    ],
  })

const nft: Reader = ([from, to, id], collection) =>
  one({ kind: 'transfer-nft', collection, from: address(from), to: address(to), id: uint(id) })

const transfer: Reader = ([to, amount], token) =>
  one({ kind: 'transfer', token, from: undefined, to: address(to), amount: uint(amount), certain: true })

/** Returns the calls `[to, value, data]` that the contract makes. */
const madeBy = (contract: string, calls: readonly (readonly [AbiValue?, AbiValue?, AbiValue?])[]) => ({
  calls: calls.map(([to, value = 0n, data]) => ({
    to: address(to),
    value: uint(value),
    data: bytes(data),
    by: contract,
  })),
})

/** Returns the calls that the contract makes to itself. These calls act for the account that called the contract. */
const ofItself =
  (at: number): Reader =>
  (args, contract) => ({
    calls: list(args[at]).map((data) => ({ to: contract, value: 0n, data: bytes(data) })),
  })

/** Returns the effect of an allowance in Permit2 for one token. */
const permitted = (
  [token, amount, until]: readonly (AbiValue | undefined)[],
  spender: AbiValue | undefined,
  through: string,
  owner?: AbiValue,
): Eip155Effect => ({
  kind: 'allow',
  token: address(token),
  spender: address(spender),
  amount: uint(amount),
  change: 'set',
  owner: owner === undefined ? undefined : address(owner),
  until: uint(until),
  through,
  certain: true,
})

/** Returns the effect of a transfer `[from, to, amount, token]` through Permit2. */
const moved = ([from, to, amount, token]: Args): Eip155Effect => ({
  kind: 'transfer',
  token: address(token),
  from: address(from),
  to: address(to),
  amount: uint(amount),
  certain: true,
})

/**
 * Returns the effect of a call with an operation number: 0 is a usual call, 1 runs the target's code with the rights of the
 * calling contract.
 */
const operated = (contract: string, [to, value, data, operation]: Args): FunctionEffect | undefined => {
  if (uint(operation) > 1n) return undefined
  const made = madeBy(contract, [[to, value, data]])
  if (uint(operation) === 0n) return made
  const run = { kind: 'control', change: 'run-code', contract, to: address(to) } as const
  // A Safe runs the code of MultiSend in this way, so also show MultiSend's calls. Keep `run` too, because `to` may be another
  // contract with other code.
  return bytes(data).startsWith(selectorOf('multiSend(bytes)'))
    ? { actions: [run], ...made }
    : { actions: [run] }
}

const functions: Readonly<Record<string, Reader>> = {
  // ERC-20
  'approve(address,uint256)': allow('set'),
  'increaseAllowance(address,uint256)': allow('more'),
  'increaseApproval(address,uint256)': allow('more'),
  'decreaseAllowance(address,uint256)': allow('less'),
  'decreaseApproval(address,uint256)': allow('less'),
  'transfer(address,uint256)': transfer,
  'transferFrom(address,address,uint256)': ([from, to, amount], token) =>
    one({ kind: 'transfer', token, from: address(from), to: address(to), amount: uint(amount) }),
  'burn(uint256)': ([amount], token) => one({ kind: 'burn', token, from: undefined, amount: uint(amount) }),
  'burnFrom(address,uint256)': ([from, amount], token) =>
    one({ kind: 'burn', token, from: address(from), amount: uint(amount) }),
  // EIP-2612, and the older permit of DAI
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)': ([owner, spender, amount], token) =>
    one({
      kind: 'allow',
      token,
      owner: address(owner),
      spender: address(spender),
      amount: uint(amount),
      change: 'set',
      certain: true,
    }),
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)': (
    [owner, spender, , , allowed],
    token,
  ) =>
    one({
      kind: 'allow',
      token,
      owner: address(owner),
      spender: address(spender),
      amount: allowed ? 2n ** 256n - 1n : 0n,
      change: 'set',
      certain: true,
    }),
  // ERC-721 and ERC-1155
  'safeTransferFrom(address,address,uint256)': nft,
  'safeTransferFrom(address,address,uint256,bytes)': nft,
  'setApprovalForAll(address,bool)': ([operator, approved], collection) =>
    one({ kind: 'allow-all', collection, operator: address(operator), approved: approved === true }),
  'safeTransferFrom(address,address,uint256,uint256,bytes)': ([from, to, id, count], collection) =>
    one({
      kind: 'transfer-nft',
      collection,
      from: address(from),
      to: address(to),
      id: uint(id),
      count: uint(count),
    }),
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)': (
    [from, to, ids, counts],
    collection,
  ) =>
    list(ids).length !== list(counts).length
      ? undefined
      : {
          actions: list(ids).map((id, at) => ({
            kind: 'transfer-nft',
            collection,
            from: address(from),
            to: address(to),
            id: uint(id),
            count: uint(list(counts)[at]),
          })),
        },
  // Permit2
  'approve(address,address,uint160,uint48)': ([token, spender, amount, until], through) =>
    one(permitted([token, amount, until], spender, through)),
  'transferFrom(address,address,uint160,address)': (args) => one(moved(args)),
  'transferFrom((address,address,uint160,address)[])': ([all]) => ({ actions: tuples(all).map(moved) }),
  'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)': ([owner, permit], through) => {
    const [details, spender] = list(permit)
    return one(permitted(list(details), spender, through, owner))
  },
  'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)': ([owner, permit], through) => {
    const [details, spender] = list(permit)
    return { actions: tuples(details).map((each) => permitted(each, spender, through, owner)) }
  },
  'lockdown((address,address)[])': ([pairs], through) => ({
    actions: tuples(pairs).map(([token, spender]) => ({
      kind: 'allow',
      token: address(token),
      spender: address(spender),
      amount: 0n,
      change: 'set',
      through,
      certain: true,
    })),
  }),
  // Ownership, roles and code
  'transferOwnership(address)': control('give-owner', 0),
  'setOwner(address)': control('give-owner', 0),
  'changeOwner(address)': control('give-owner', 0),
  'renounceOwnership()': control('drop-owner'),
  'acceptOwnership()': control('accept-owner'),
  'setAdmin(address)': control('give-admin', 0),
  'changeAdmin(address)': control('give-admin', 0),
  'transferAdmin(address)': control('give-admin', 0),
  'changeProxyAdmin(address,address)': (args) => control('give-admin', 1)(args, address(args[0])),
  'grantRole(bytes32,address)': control('give-role', 1, ([role]) => bytes(role)),
  'revokeRole(bytes32,address)': control('drop-role', 1, ([role]) => bytes(role)),
  'renounceRole(bytes32,address)': control('drop-role', 1, ([role]) => bytes(role)),
  'upgradeTo(address)': control('new-code', 0),
  'upgradeToAndCall(address,bytes)': control('new-code', 0),
  'upgrade(address,address)': (args) => control('new-code', 1)(args, address(args[0])),
  'upgradeAndCall(address,address,bytes)': (args) => control('new-code', 1)(args, address(args[0])),
  // Safe
  'addOwnerWithThreshold(address,uint256)': ownersChanged('add-owner', 0, 1),
  'swapOwner(address,address,address)': ([, removed, added], contract) => ({
    actions: [
      { kind: 'control', change: 'add-owner', contract, to: address(added) },
      { kind: 'control', change: 'drop-owner-of-several', contract, to: address(removed) },
    ],
  }),
  'removeOwner(address,address,uint256)': ownersChanged('drop-owner-of-several', 1, 2),
  'changeThreshold(uint256)': control('threshold', undefined, ([count]) => String(count)),
  'enableModule(address)': control('add-module', 0),
  'disableModule(address,address)': control('drop-module', 1),
  'setGuard(address)': control('set-guard', 0),
  'setFallbackHandler(address)': control('set-guard', 0),
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)': (
    args,
    contract,
    // With a gas price, the Safe also refunds the cost of the gas, so the effect is unknown.
  ) => (uint(args[6]) > 0n ? undefined : operated(contract, args)),
  'multiSend(bytes)': ([packed], contract) => packedCalls(bytes(packed), contract),
  // Smart accounts (ERC-4337, ERC-6551, ERC-7579, ERC-7821)
  'execute(address,uint256,bytes)': (args, contract) => madeBy(contract, [[args[0], args[1], args[2]]]),
  'execute(address,uint256,bytes,uint8)': (args, contract) => operated(contract, args),
  'executeBatch(address[],bytes[])': ([to, data], contract) =>
    list(to).length !== list(data).length
      ? undefined
      : madeBy(
          contract,
          list(to).map((each, at) => [each, 0n, list(data)[at]]),
        ),
  'executeBatch(address[],uint256[],bytes[])': ([to, values, data], contract) =>
    list(to).length !== list(data).length || list(values).length !== list(to).length
      ? undefined
      : madeBy(
          contract,
          list(to).map((each, at) => [each, list(values)[at], list(data)[at]]),
        ),
  'executeBatch((address,uint256,bytes)[])': ([calls], contract) =>
    madeBy(contract, tuples(calls) as readonly [AbiValue, AbiValue, AbiValue][]),
  'execute((address,uint256,bytes)[])': ([calls], contract) =>
    madeBy(contract, tuples(calls) as readonly [AbiValue, AbiValue, AbiValue][]),
  'execute(bytes32,bytes)': ([mode, calls], contract) => executed(bytes(mode), bytes(calls), contract),
  // Several calls in one
  'multicall(bytes[])': ofItself(0),
  'multicall(uint256,bytes[])': ofItself(1),
  'multicall(bytes32,bytes[])': ofItself(1),
  'aggregate((address,bytes)[])': ([calls], contract) =>
    madeBy(
      contract,
      tuples(calls).map(([to, data]) => [to, 0n, data]),
    ),
  'tryAggregate(bool,(address,bytes)[])': ([, calls], contract) =>
    madeBy(
      contract,
      tuples(calls).map(([to, data]) => [to, 0n, data]),
    ),
  'aggregate3((address,bool,bytes)[])': ([calls], contract) =>
    madeBy(
      contract,
      tuples(calls).map(([to, , data]) => [to, 0n, data]),
    ),
  'aggregate3Value((address,bool,uint256,bytes)[])': ([calls], contract) =>
    madeBy(
      contract,
      tuples(calls).map(([to, , value, data]) => [to, value, data]),
    ),
}

const bySelector: Readonly<Record<string, readonly [signature: string, reader: Reader]>> = Object.fromEntries(
  Object.entries(functions).map(([signature, reader]) => [selectorOf(signature), [signature, reader]]),
)

/**
 * Returns the effect of call data. Returns undefined for an unknown function, or if the arguments aren't in the canonical
 * encoding. Allows extra bytes after arguments of a fixed size: contracts ignore these bytes, and pages use them as a tag
 * (ERC-8021).
 */
export function eip155Function(data: Uint8Array, contract: string): FunctionEffect | undefined {
  const selector = `0x${bytesToHex(data.subarray(0, 4))}`
  const [signature, reader] = (Object.hasOwn(bySelector, selector) && bySelector[selector]) || []
  if (signature === undefined || !reader) return undefined
  const types = abiTypes(signature.slice(signature.indexOf('(') + 1, -1))
  const size = fixedSize(types) ?? data.length
  const args = decodeAbi(types, data.subarray(4, 4 + size))
  const effect = args && reader(args, contract)
  const more = data.length - 4 - size
  if (!effect || more <= 0) return effect
  return { ...effect, actions: [...(effect.actions ?? []), { kind: 'more-bytes', contract, bytes: more }] }
}

function selectorOf(signature: string): string {
  return `0x${bytesToHex(keccak_256(new TextEncoder().encode(signature)).subarray(0, 4))}`
}

/** Returns the calls of MultiSend. They follow each other without padding: operation, target, value, length, data. */
function packedCalls(packed: string, contract: string): FunctionEffect | undefined {
  const calls: Eip155Inner[] = []
  const actions: Eip155Effect[] = []
  const head = 170
  for (let from = 2; from < packed.length; ) {
    if (calls.length + actions.length >= actionLimit)
      return { actions: [...actions, { kind: 'too-many' }], calls }
    const [, operation, to, value, length] =
      /^0([01])([0-9a-f]{40})([0-9a-f]{64})0{48}([0-9a-f]{16})$/.exec(packed.slice(from, from + head)) ?? []
    if (length === undefined) return undefined
    const end = from + head + Number(BigInt(`0x${length}`)) * 2
    if (end > packed.length) return undefined
    if (operation === '1') actions.push({ kind: 'control', change: 'run-code', contract, to: `0x${to}` })
    else
      calls.push({ to: `0x${to}`, value: BigInt(`0x${value}`), data: `0x${packed.slice(from + head, end)}` })
    from = end
  }
  return { actions, calls }
}

/**
 * The modes whose calls this wallet can read completely. With another mode, the account may skip calls that fail, or may read the
 * mode in its own way.
 */
const modes: Readonly<Record<string, 'one' | 'list' | 'own-list' | 'code'>> = {
  [`0x${'0'.repeat(64)}`]: 'one',
  [`0x01${'0'.repeat(62)}`]: 'list',
  [`0x01${'0'.repeat(10)}78210001${'0'.repeat(44)}`]: 'own-list',
  [`0xff${'0'.repeat(62)}`]: 'code',
}

/** Returns the calls of an ERC-7579 account. The mode says how the calls are encoded. */
function executed(mode: string, packed: string, contract: string): FunctionEffect | undefined {
  switch (Object.hasOwn(modes, mode) ? modes[mode] : undefined) {
    case 'one': {
      const [, to, value, data] = /^0x([0-9a-f]{40})([0-9a-f]{64})([0-9a-f]*)$/.exec(packed) ?? []
      return to === undefined ? undefined : madeBy(contract, [[`0x${to}`, BigInt(`0x${value}`), `0x${data}`]])
    }
    case 'list': {
      const calls = listed('(address,uint256,bytes)[]', packed)
      if (calls === undefined) return undefined
      // A call to the zero address is unclear: an ERC-7579 account calls this address, but an ERC-7821 account calls itself.
      const unclear = calls.some(([to]) => isZero(to))
      const bytes = packed.length / 2 - 1
      return {
        ...madeBy(contract, calls),
        ...(unclear && { actions: [{ kind: 'unknown', contract, selector: selectorOf(execute), bytes }] }),
      }
    }
    case 'own-list': {
      const calls =
        listed('(address,uint256,bytes)[]', packed) ?? listed('(address,uint256,bytes)[],bytes', packed)
      // In ERC-7821, the zero address stands for the account itself.
      return (
        calls &&
        madeBy(
          contract,
          calls.map(([to, value, data]) => [isZero(to) ? contract : to, value, data]),
        )
      )
    }
    case 'code': {
      const [, to] = /^0x([0-9a-f]{40})/.exec(packed) ?? []
      return to === undefined
        ? undefined
        : one({ kind: 'control', change: 'run-code', contract, to: `0x${to}` })
    }
    default:
      return undefined
  }
}

const execute = 'execute(bytes32,bytes)'

function listed(
  types: string,
  packed: string,
): readonly (readonly [AbiValue, AbiValue, AbiValue])[] | undefined {
  const [calls] = decodeAbi(abiTypes(types), hex.decode(packed.slice(2))) ?? []
  return calls === undefined ? undefined : (tuples(calls) as readonly [AbiValue, AbiValue, AbiValue][])
}

function isZero(to: AbiValue): boolean {
  return /^0x0+$/.test(address(to))
}
