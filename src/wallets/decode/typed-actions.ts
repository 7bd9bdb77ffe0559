import type { Eip155Action, Eip155Effect, OrderItem } from './eip155-action.ts'
import { eip155Actions } from './eip155-actions.ts'
import { actionLimit } from './eip155-functions.ts'
import type { TypedData } from './typed-data.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The contracts that verify signatures for Permit2 and Seaport. They have the same address on most
 * networks.
 */
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const seaports: Readonly<Record<string, string>> = {
  '1.5': '0x00000000000000adc04c56bf30ac9d3c0aaf14dc',
  '1.6': '0x0000000000000068f116a894984e2db1123eb395',
}

const address = (value: unknown) => String(value).toLowerCase()
const uint = (value: unknown) => BigInt(String(value))
const object = (value: unknown) => value as Values
const objects = (value: unknown) => value as readonly Values[]

const tokenPermissions = 'TokenPermissions(address token,uint256 amount)'
const permitDetails = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const offerItem =
  'OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)'
const considerationItem =
  'ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)'

type Reader = (message: Values, contract: string, domain: Values) => readonly Eip155Effect[] | undefined

/** The messages by their encoded type. A message's hash covers its encoded type (EIP-712). */
const messages: Readonly<Record<string, Reader>> = {
  // EIP-2612
  'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)': (
    { owner, spender, value, deadline },
    token,
  ) => [
    {
      kind: 'allow',
      token,
      owner: address(owner),
      spender: address(spender),
      amount: uint(value),
      change: 'set',
      until: uint(deadline),
      certain: true,
    },
  ],
  // DAI's permit, which is older than EIP-2612. It allows everything or nothing. An expiry of 0 means that the permit doesn't
  // expire.
  'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)': (
    { holder, spender, expiry, allowed },
    token,
  ) => [
    {
      kind: 'allow',
      token,
      owner: address(holder),
      spender: address(spender),
      amount: allowed === true ? 2n ** 256n - 1n : 0n,
      change: 'set',
      until: uint(expiry) === 0n ? undefined : uint(expiry),
      certain: true,
    },
  ],
  // ERC-3009
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)':
    authorized,
  'ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)':
    authorized,
  // Permit2
  [`PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${permitDetails}`]: (
    { details, spender, sigDeadline },
    contract,
  ) => ofPermit2([permitted(object(details), spender, contract, sigDeadline)], contract),
  [`PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${permitDetails}`]: (
    { details, spender, sigDeadline },
    contract,
  ) =>
    ofPermit2(
      objects(details).map((each) => permitted(each, spender, contract, sigDeadline)),
      contract,
    ),
  [`PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${tokenPermissions}`]:
    once,
  [`PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${tokenPermissions}`]:
    once,
  // Seaport 1.5 and 1.6
  [`OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)${considerationItem}${offerItem}`]:
    order,
}

/** Matches messages of Permit2 with a witness. A witness is a struct of any type, which another contract reads. */
const witnessed =
  /^Permit(Batch)?WitnessTransferFrom\(TokenPermissions(\[\])? permitted,address spender,uint256 nonce,uint256 deadline,\w+ \w+\)/

/** The encoded type of the message for a transaction of a Safe, version 1.0 or later. */
const safeTransaction =
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)'

/** Returns the effects of a signature over typed data. Call `decodeTypedData` first. */
export function typedActions({ types, primaryType, domain, message }: TypedData): readonly Eip155Action[] {
  const unknown = {
    kind: 'unknown-signature',
    type: primaryType,
    contract: domain.verifyingContract === undefined ? undefined : address(domain.verifyingContract),
  } as const
  const { contract } = unknown
  const encoded = encodedType(types, primaryType)
  if (contract === undefined) return [unknown]
  if (encoded === safeTransaction) return safeActions(message, contract) ?? [unknown]
  const reader = witnessed.test(encoded) && encoded.includes(tokenPermissions) ? once : undefined
  const known = reader ?? (Object.hasOwn(messages, encoded) ? messages[encoded] : undefined)
  const isLong = Object.values(message).some((value) => Array.isArray(value) && value.length > actionLimit)
  if (known && isLong) return [{ kind: 'too-many' }]
  const actions = known?.(message, contract, domain)
  // A message without an effect, such as an empty list, is suspicious, because no page would ask for it.
  return actions?.some(({ kind }) => kind !== 'unknown-contract') ? actions : [unknown]
}

/** Encodes a type (EIP-712): the type with its members, then the types that it uses, sorted by name. */
function encodedType(types: TypedData['types'], primary: string): string {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name) || !Object.hasOwn(types, name)) return
    found.add(name)
    for (const { type } of types[name] ?? []) visit(type.replace(/(\[\d*\])*$/, ''))
  }
  visit(primary)
  found.delete(primary)
  return [primary, ...[...found].sort()]
    .map((name) => `${name}(${(types[name] ?? []).map((each) => `${each.type} ${each.name}`).join(',')})`)
    .join('')
}

function authorized({ from, to, value, validBefore }: Values, token: string): readonly Eip155Effect[] {
  return [
    {
      kind: 'transfer',
      token,
      from: address(from),
      to: address(to),
      amount: uint(value),
      until: uint(validBefore),
      certain: true,
    },
  ]
}

function permitted(
  { token, amount, expiration }: Values,
  spender: unknown,
  through: string,
  sigDeadline: unknown,
): Eip155Effect {
  return {
    kind: 'allow',
    token: address(token),
    spender: address(spender),
    amount: uint(amount),
    change: 'set',
    // With an expiration of 0, the allowance is valid in the block that includes the permit. The spender chooses this block.
    until: uint(expiration) || uint(sigDeadline),
    through,
    certain: true,
  }
}

/** Returns the effect of a transfer that the spender can make once, to any recipient. */
function once({ permitted, spender, deadline }: Values, through: string): readonly Eip155Effect[] {
  const all = Array.isArray(permitted) ? objects(permitted) : [object(permitted)]
  return ofPermit2(
    all.map(({ token, amount }) => ({
      kind: 'allow',
      token: address(token),
      spender: address(spender),
      amount: uint(amount),
      change: 'set',
      until: uint(deadline),
      through,
      once: true,
      certain: true,
    })),
    through,
  )
}

/**
 * Returns the effects. Adds a warning if the contract isn't Permit2 itself: a copy of Permit2 accepts the same messages but runs
 * other code.
 */
function ofPermit2(effects: readonly Eip155Effect[], contract: string): readonly Eip155Effect[] {
  return contract === permit2
    ? effects
    : [{ kind: 'unknown-contract', name: 'Permit2', contract }, ...effects]
}

const items = ['native', 'token', 'nft', 'nft', 'any-nft', 'any-nft'] as const

function itemOf({
  itemType,
  token,
  identifierOrCriteria,
  startAmount,
  endAmount,
}: Values): OrderItem | undefined {
  const item = items[Number(itemType)]
  const [start, end] = [uint(startAmount), uint(endAmount)]
  return (
    item && {
      item,
      token: address(token),
      id: uint(identifierOrCriteria),
      least: start < end ? start : end,
      most: start < end ? end : start,
    }
  )
}

function order(message: Values, contract: string, { version }: Values): readonly Eip155Effect[] | undefined {
  const gives = objects(message.offer).map(itemOf)
  const gets = objects(message.consideration).map((each) => {
    const item = itemOf(each)
    return item && { ...item, to: address(each.recipient) }
  })
  if (gives.includes(undefined) || gets.includes(undefined)) return undefined
  const made: Eip155Effect = {
    kind: 'order',
    offerer: address(message.offerer),
    gives: gives.flatMap((each) => each ?? []),
    gets: gets.flatMap((each) => each ?? []),
    until: uint(message.endTime),
  }
  const known = Object.hasOwn(seaports, String(version)) && seaports[String(version)] === contract
  return known ? [made] : [{ kind: 'unknown-contract', name: 'Seaport', contract }, made]
}

/** Returns the effects of the transaction that a Safe would make with this signature. */
function safeActions(message: Values, contract: string): readonly Eip155Action[] | undefined {
  const { to, value, data, operation, gasPrice } = message
  // With a gas price, the Safe also refunds the cost of the gas, without a limit.
  if (Number(operation) > 1 || uint(gasPrice) > 0n) return undefined
  const calls = eip155Actions([{ to: address(to), value: uint(value), data: address(data), by: contract }])
  if (Number(operation) === 0) return calls
  return [{ kind: 'control', change: 'run-code', contract, to: address(to) }, ...calls]
}
