import type { ContractTrait } from 'latchkey/testing'
import { isAddressFormat } from '../../src/core/chain/address.ts'
import type { CaipNetworkId } from '../../src/core/chain/caip.ts'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import { isLatchkeyError, latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import type { Capability, ChainAdapter } from '../../src/core/wallet/adapter.ts'
import type { ConnectorSession } from '../../src/core/wallet/connector.ts'
import type { TransactionStatus } from '../../src/core/wallet/transaction.ts'

type Adapter = ChainAdapter
type Method = Exclude<keyof Adapter, 'namespace'>
type Call<M extends Method> = NonNullable<Adapter[M]>

/** An adapter that is correct except for one method. */
export interface Mutant {
  readonly method: keyof Adapter
  readonly fault: string
  /** The capabilities and traits that a test of the contract suite needs to detect the fault. */
  readonly needs?: readonly (Capability | ContractTrait)[]
  /** Whether the fault is a method that the family doesn't support. */
  readonly isUnsupported?: boolean
  break(adapter: Adapter): Adapter
}

/** The facts about a family that the mutants depend on. */
export interface MutantFacts {
  readonly namespace: ChainNamespace
  readonly capabilities: ReadonlySet<Capability>
  readonly lacks: readonly ContractTrait[]
  /**
   * Whether each address contains its network, so that an account can't be mistaken for an account on another network.
   */
  readonly addressesNameNetwork?: boolean | undefined
  /** The first network of the `ContractWorld`. */
  network(): CaipNetworkId
}

export function mutant<M extends Method>(
  method: M,
  fault: string,
  change: (original: Call<M>, adapter: Adapter) => Call<M> | undefined,
  needs: readonly (Capability | ContractTrait)[] = [],
): Mutant {
  return {
    method,
    fault,
    needs,
    break: (adapter) => replaced(adapter, method, change(bound(adapter, method), adapter)),
  }
}

function bound<M extends Method>(adapter: Adapter, method: M): Call<M> {
  return (adapter[method] as () => unknown).bind(adapter) as Call<M>
}

function replaced(adapter: Adapter, property: keyof Adapter, value: unknown): Adapter {
  return new Proxy(adapter, {
    get(target, name) {
      if (name === property) return value
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

const asynchronous = [
  'connect',
  'reconnect',
  'disconnect',
  'getBalance',
  'signMessage',
  'send',
  'prepareSend',
  'estimateFee',
  'getTransactionStatus',
  'waitForTransaction',
  'switchNetwork',
  'signTypedData',
  'sendTransaction',
  'sendBatch',
  'getBatchStatus',
  'signTransaction',
  'signAllTransactions',
  'dispose',
] as const satisfies readonly Method[]
const askingTheWallet = [
  'signMessage',
  'send',
  'switchNetwork',
  'signTypedData',
  'sendTransaction',
  'sendBatch',
  'signTransaction',
  'signAllTransactions',
] as const satisfies readonly Method[]
const optional: Readonly<Partial<Record<Method, Capability>>> = {
  signTypedData: 'sign.typedData',
  sendTransaction: 'send.transaction',
  sendBatch: 'send.batch',
  getBatchStatus: 'send.batch',
  signTransaction: 'sign.transaction',
  signAllTransactions: 'sign.allTransactions',
}

type AnyCall = (...values: unknown[]) => Promise<unknown>

/**
 * The traits that a general fault requires, by method and fault. These faults have an effect only if the method sends the wallet
 * a request, which the method never does in some families.
 */
const unseen: Readonly<Record<string, readonly ContractTrait[]>> = {
  'switchNetwork retries after an error': ['wallet.switch'],
  'disconnect rejects with foreign errors only': ['wallet.close'],
  'disconnect ignores the signal': ['wallet.close'],
}

/** Creates mutants with a general fault. Such a fault is possible in every method. */
function blind(
  methods: readonly Method[],
  fault: string,
  change: (original: AnyCall) => (...values: unknown[]) => unknown,
): readonly Mutant[] {
  return methods.map((method) => ({
    method,
    fault,
    needs: unseen[`${method} ${fault}`] ?? [],
    break: (adapter) => replaced(adapter, method, change(bound(adapter, method) as AnyCall)),
  }))
}

const asksAndAnswers = asynchronous.filter((method) => method !== 'dispose')
const general: readonly Mutant[] = [
  ...blind(asynchronous, 'never settles', () => () => new Promise(() => {})),
  ...blind(asynchronous, 'returns no promise', () => () => undefined),
  ...blind(asynchronous, 'throws instead of rejecting', () => () => {
    throw new Error('thrown')
  }),
  ...blind(asynchronous, 'rejects with a foreign error', () => async () => {
    throw new TypeError('foreign')
  }),
  ...blind(
    asksAndAnswers.filter((method) => method !== 'disconnect'),
    'resolves with nothing',
    () => async () => undefined,
  ),
  ...blind(asksAndAnswers, 'rejects with foreign errors only', (original) => async (...values) => {
    try {
      return await original(...values)
    } catch (error) {
      throw new Error(String(error))
    }
  }),
  ...blind(
    asksAndAnswers,
    'ignores the signal',
    (original) =>
      (...values) =>
        original(...values.map(withoutSignal)),
  ),
  ...blind(askingTheWallet, 'retries after an error', (original) => async (...values) => {
    try {
      return await original(...values)
    } catch {
      return original(...values)
    }
  }),
  ...blind(
    askingTheWallet.filter((method) => method !== 'switchNetwork'),
    'sends the wallet two requests',
    (original) =>
      async (...values) => {
        await original(...values)
        return original(...values)
      },
  ),
  ...(Object.keys(optional) as Method[]).map(
    (method): Mutant => ({
      method,
      fault: 'is missing',
      break: (adapter) => replaced(adapter, method, undefined),
    }),
  ),
]

/** Returns whether a transaction is in a block. On some chains, the first block already makes a transaction final. */
function landed(
  status: TransactionStatus,
): status is Extract<TransactionStatus, { phase: 'confirmed' | 'finalized' }> {
  return status.phase === 'confirmed' || status.phase === 'finalized'
}

/** Copies the current values of a session. */
function kept(session: ConnectorSession): ConnectorSession {
  const { accounts, networks, methods } = session
  return { accounts, networks, methods, channel: (namespace) => session.channel(namespace) }
}

function withoutSignal(value: unknown): unknown {
  if ((value as { signal?: unknown } | undefined)?.signal instanceof AbortSignal) return {}
  return value
}

const particular = ({ namespace, capabilities, network }: MutantFacts): readonly Mutant[] => [
  {
    method: 'namespace',
    fault: 'names another family',
    break: (adapter) => replaced(adapter, 'namespace', namespace === 'solana' ? 'cosmos' : 'solana'),
  },
  ...(Object.entries(optional) as [Method, Capability][])
    .filter(([, capability]) => !capabilities.has(capability))
    .map(
      ([method]): Mutant => ({
        method,
        fault: 'exists without support by the family',
        isUnsupported: true,
        break: (adapter) => replaced(adapter, method, async () => undefined),
      }),
    ),

  mutant(
    'connect',
    'assumes the requested network',
    (connect) => async (params, opts) => ({
      ...(await connect(params, opts)),
      network: params.network,
    }),
    ['wallet.network', 'wallet.switch'],
  ),
  mutant('connect', 'ignores a declined connection', (connect, adapter) => async (params, opts) => {
    try {
      return await connect(params, opts)
    } catch {
      return adapter.connections()[0] as Awaited<ReturnType<Adapter['connect']>>
    }
  }),
  mutant('connect', 'reverses the accounts', (connect) => async (params, opts) => {
    const { accounts, ...rest } = await connect(params, opts)
    return { ...rest, accounts: [...accounts].reverse() as unknown as typeof accounts }
  }),
  mutant(
    'connect',
    'asks again after a declined switch',
    (connect, adapter) => async (params, opts) => {
      const connection = await connect(params, opts)
      if (connection.network.caipNetworkId === params.network.caipNetworkId) return connection
      return adapter.switchNetwork(connection.id, params.network, opts).then(() => connection)
    },
    ['wallet.switch'],
  ),
  mutant(
    'connect',
    'opens a second session',
    (connect) =>
      ({ session: _, ...params }, opts) =>
        params.connector.close().then(() => connect(params, opts)),
  ),

  mutant(
    'connect',
    "ignores an account's approved networks",
    (connect) =>
      ({ session, ...params }, opts) => {
        const accounts = session?.accounts.map(({ networks: _, ...account }) => account)
        const wider = session && accounts && { ...kept(session), accounts }
        return connect({ ...params, session: wider }, opts)
      },
    ['wallet.accounts', 'session.networks', 'sign.message', 'send.native'],
  ),
  mutant(
    'connect',
    'treats every network as approved',
    (connect) =>
      ({ session, network, ...params }, opts) => {
        const networks = [...new Set([...(session?.networks ?? []), network.caipNetworkId])]
        return connect({ ...params, network, session: session && { ...kept(session), networks } }, opts)
      },
    ['session.networks', 'network.switch'],
  ),
  mutant(
    'switchNetwork',
    'keeps the accounts of the previous network',
    (change, adapter) => {
      let shown: readonly unknown[] | undefined
      const { connections } = adapter
      adapter.connections = () =>
        connections
          .call(adapter)
          .map((each) => ({ ...each, accounts: (shown ?? each.accounts) as typeof each.accounts }))
      return async (id, network, opts) => {
        shown ??= connections.call(adapter)[0]?.accounts
        return change(id, network, opts)
      }
    },
    ['wallet.accounts', 'session.networks', 'network.switch'],
  ),
  mutant('signTransaction', 'sends what it signed', (sign, adapter) => async (account, transaction, opts) => {
    const signed = await sign(account, transaction, opts)
    await adapter.sendTransaction?.(account, transaction, opts)
    return signed
  }),
  mutant(
    'signAllTransactions',
    'reverses the transactions',
    (sign) => async (account, transactions, opts) => [...(await sign(account, transactions, opts))].reverse(),
  ),
  mutant(
    'signAllTransactions',
    'signs only the first transaction',
    (sign) => async (account, transactions, opts) => sign(account, transactions.slice(0, 1), opts),
  ),

  mutant('reconnect', 'prompts the visitor', (_, adapter) => (params, opts) => adapter.connect(params, opts)),
  mutant('reconnect', 'always returns null', () => async () => null),
  mutant(
    'reconnect',
    'forgets the last address',
    (reconnect) =>
      ({ lastAddress: _, ...params }, opts) =>
        reconnect(params, opts),
    ['wallet.accounts'],
  ),
  mutant(
    'reconnect',
    "uses the stored network instead of the wallet's",
    (reconnect) => async (params, opts) => {
      const connection = await reconnect(params, opts)
      return connection && { ...connection, network: params.network }
    },
    ['wallet.network'],
  ),
  mutant('reconnect', 'invents the last address', (reconnect) => async (params, opts) => {
    const connection = await reconnect(params, opts)
    const [first, ...rest] = connection?.accounts ?? []
    if (!connection || !first || !params.lastAddress) return connection
    return { ...connection, accounts: [{ ...first, address: params.lastAddress }, ...rest] }
  }),

  mutant('disconnect', 'does nothing', () => async () => {}),
  mutant('disconnect', 'fails the second time', (disconnect, adapter) => async (id, opts) => {
    if (!adapter.connections().some((connection) => connection.id === id)) throw new Error('unknown')
    return disconnect(id, opts)
  }),

  mutant('connections', 'is always empty', () => () => []),
  mutant('connections', 'keeps a connection that has ended', (connections) => {
    let seen = connections()
    return () => {
      const now = connections()
      if (now.length >= seen.length) seen = now
      return seen
    }
  }),
  mutant('connections', 'is never updated', (connections) => {
    let first: ReturnType<typeof connections> | undefined
    return () => {
      const now = connections()
      if (!first && now.length > 0) first = now
      return now.length > 0 && first ? first : now
    }
  }),

  mutant('supports', 'is always true', () => () => true),
  mutant('supports', 'is always false', () => () => false),
  mutant('supports', 'ignores the connection', (supports) => (capability) => supports(capability)),

  mutant('getBalance', 'is one unit off', (getBalance) => async (...all) => {
    const amount = await getBalance(...all)
    return { ...amount, value: amount.value + 1n }
  }),
  mutant(
    'getBalance',
    'forgets the token',
    (getBalance) => (account, _, opts) => getBalance(account, undefined, opts),
    ['balance.token'],
  ),
  mutant('getBalance', 'has the wrong decimals', (getBalance) => async (...all) => {
    const amount = await getBalance(...all)
    return { ...amount, decimals: amount.decimals + 1 }
  }),
  mutant('getBalance', 'has the wrong symbol', (getBalance) => async (...all) => ({
    ...(await getBalance(...all)),
    symbol: 'LKX',
  })),
  mutant('getBalance', 'returns zero after an error', (getBalance) => async (...all) => {
    try {
      return await getBalance(...all)
    } catch {
      return { value: 0n, decimals: 18, symbol: 'ETH' }
    }
  }),
  mutant(
    'getBalance',
    'always reads the first network',
    (getBalance) =>
      (account, ...rest) =>
        getBalance(account.replace(/^[^:]+:[^:]+/, network()) as typeof account, ...rest),
  ),

  mutant('signMessage', 'signs another text', (sign) => (account, _, opts) => sign(account, 'Hello', opts)),
  mutant(
    'signMessage',
    'trims the text',
    (sign) => (account, message, opts) =>
      sign(account, typeof message === 'string' ? message.replace(/\s+/g, ' ') : message, opts),
  ),
  mutant(
    'signMessage',
    'treats bytes as text',
    (sign) => (account, message, opts) =>
      sign(account, typeof message === 'string' ? message : new TextDecoder().decode(message), opts),
    ['wallet.bytes'],
  ),
  mutant(
    'signMessage',
    'refuses an empty text',
    (sign) => async (account, message, opts) => {
      if (message.length === 0) throw new Error('empty')
      return sign(account, message, opts)
    },
    ['wallet.empty'],
  ),
  mutant('signMessage', "changes a sign-in's words", (sign) => (account, message, opts) => {
    const { signIn } = (opts ?? {}) as { readonly signIn?: { readonly domain: string } }
    return sign(account, signIn ? `Sign in to ${signIn.domain}` : message, opts)
  }),
  mutant('signMessage', 'always signs with the selected account', (sign, adapter) => (account, ...rest) => {
    const selected = adapter.connections()[0]?.accounts[0].address
    return sign(selected ? `${network()}:${selected}` : account, ...rest)
  }),
  mutant('signMessage', 'returns an empty signature', (sign) => async (...all) => ({
    ...(await sign(...all)),
    signature: '0x',
  })),

  mutant(
    'send',
    'sends one unit more',
    (send) => (params, opts) => send({ ...params, amount: params.amount + 1n }, opts),
  ),
  mutant(
    'send',
    "sends to the sender's own account",
    (send) => (params, opts) =>
      send({ ...params, to: params.from.slice(params.from.lastIndexOf(':') + 1) }, opts),
  ),
  mutant(
    'send',
    'sends native tokens in place of tokens',
    (send) =>
      ({ asset: _, ...params }, opts) =>
        send(params, opts),
    ['send.token'],
  ),
  mutant('send', 'returns another hash', (send) => async (...all) => {
    const { hash } = await send(...all)
    return { hash: [...hash].reverse().join('') }
  }),
  mutant('send', 'hides errors', (send) => async (...all) => {
    try {
      return await send(...all)
    } catch {
      return { hash: `0x${'0'.repeat(64)}` }
    }
  }),
  mutant(
    'send',
    'uses the absolute amount',
    (send) => (params, opts) =>
      send({ ...params, amount: params.amount < 0n ? -params.amount : params.amount }, opts),
  ),
  mutant(
    'send',
    'switches the wallet without a request',
    (send, adapter) => async (params, opts) => {
      const [connection] = adapter.connections()
      try {
        return await send(params, opts)
      } catch (error) {
        if ((error as { code?: string }).code !== 'network/wrong-chain' || !connection) throw error
        await adapter.switchNetwork(connection.id, connection.network, opts)
        return send(params, opts)
      }
    },
    ['wallet.network'],
  ),

  mutant('prepareSend', 'sends a wallet request', (_prepare, adapter) => async (params, opts) => {
    const sent = await adapter.send(params, opts)
    return { params, send: async () => sent }
  }),
  mutant('prepareSend', 'sends repeatedly', (prepare, adapter) => async (params, opts) => ({
    ...(await prepare(params, opts)),
    send: (own) => adapter.send(params, own),
  })),
  mutant(
    'prepareSend',
    'sends one unit more',
    (prepare) => (params, opts) => prepare({ ...params, amount: params.amount + 1n }, opts),
  ),
  mutant('prepareSend', 'does not check the balance', (prepare, adapter) => async (params, opts) => {
    await prepare({ ...params, amount: 1n }, opts).catch(() => {})
    return { params, send: (own) => adapter.send(params, own) }
  }),
  mutant('prepareSend', 'ignores a disconnection', (prepare, adapter) => async (...all) => {
    const prepared = await prepare(...all)
    const gone = async () => ({ hash: `0x${'0'.repeat(64)}` })
    return { ...prepared, send: (own) => (adapter.connections().length > 0 ? prepared.send(own) : gone()) }
  }),

  ...(['send', 'prepareSend'] as const).flatMap((method) => [
    limiting(method, 'forgets the fee limit', () => undefined),
    limiting(method, 'refuses a fee of exactly the limit', (maxFee) => maxFee - 1n),
    limiting(method, 'takes one unit more than the limit', (maxFee) => maxFee + 1n),
  ]),
  mutant(
    'sendTransaction',
    'forgets the fee limit',
    (send) => (account, transaction, opts) => send(account, transaction, { signal: opts?.signal }),
    ['send.transaction'],
  ),
  mutant(
    'sendBatch',
    'forgets the fee limit',
    (send) => (account, calls, opts) => send(account, calls, { signal: opts?.signal }),
    ['send.batch'],
  ),
  mutant('estimateFee', 'returns a fee of zero', (estimate) => async (...all) => {
    const fee = await estimate(...all)
    return { ...fee, total: { ...fee.total, value: 0n } }
  }),
  mutant('estimateFee', 'returns a fee a thousand times too high', (estimate) => async (...all) => {
    const fee = await estimate(...all)
    return { ...fee, total: { ...fee.total, value: fee.total.value * 1000n } }
  }),
  mutant('estimateFee', 'returns a tenth of the fee', (estimate) => async (...all) => {
    const fee = await estimate(...all)
    return { ...fee, total: { ...fee.total, value: fee.total.value / 10n } }
  }),
  mutant('estimateFee', 'returns the fee in tokens', (estimate) => async (...all) => {
    const fee = await estimate(...all)
    return { ...fee, total: { ...fee.total, symbol: 'LKT' } }
  }),
  mutant('getTransactionStatus', 'is always confirmed', () => async () => ({
    phase: 'confirmed',
    confirmations: 1,
  })),
  mutant('getTransactionStatus', 'is always pending', () => async () => ({ phase: 'pending' })),
  mutant('getTransactionStatus', 'is always unknown', () => async () => ({ phase: 'unknown' })),
  mutant('getTransactionStatus', 'reports a failure as a success', (status) => async (...all) => {
    const result = await status(...all)
    return /failed|replaced/.test(result.phase) ? { phase: 'confirmed', confirmations: 1 } : result
  }),
  mutant('getTransactionStatus', 'omits the reason of a failure', (status) => async (...all) => {
    const result = await status(...all)
    if (result.phase === 'replaced') return { ...result, hash: '' }
    return result.phase === 'failed' ? { ...result, reason: '' } : result
  }),
  mutant('getTransactionStatus', 'returns the time in seconds', (status) => async (...all) => {
    const result = await status(...all)
    return landed(result) ? { ...result, at: (result.at ?? Date.now()) / 1000 } : result
  }),
  mutant('getTransactionStatus', 'returns a fee that is one unit off', (status) => async (...all) => {
    const result = await status(...all)
    return landed(result) ? { ...result, fee: (result.fee ?? 0n) + 1n } : result
  }),
  mutant('getTransactionStatus', 'confirms without a block', (status) => async (...all) => {
    const result = await status(...all)
    return landed(result) ? { ...result, phase: 'confirmed', confirmations: 0 } : result
  }),

  mutant('waitForTransaction', 'does not wait', () => async () => ({ phase: 'confirmed', confirmations: 1 })),
  mutant('waitForTransaction', 'reports a failure as a success', (wait) => async (...all) => {
    try {
      return await wait(...all)
    } catch (error) {
      if (!/transaction-(failed|replaced)/.test(String((error as { code?: unknown }).code))) throw error
      return { phase: 'confirmed', confirmations: 1 }
    }
  }),
  mutant(
    'waitForTransaction',
    'fails as if the transaction had failed, if no node shows it',
    (wait) =>
      async (...all) => {
        try {
          return await wait(...all)
        } catch (error) {
          if (!isLatchkeyError(error, 'node/transaction-unknown')) throw error
          throw latchkeyError('node/transaction-failed', { values: { reason: 'It is not known' } })
        }
      },
  ),

  mutant('switchNetwork', 'does nothing and reports success', () => async (_, network) => network),
  mutant('switchNetwork', 'ignores a declined switch', (change) => async (id, network, opts) => {
    try {
      return await change(id, network, opts)
    } catch {
      return network
    }
  }),
  mutant(
    'switchNetwork',
    'ignores that the wallet did not switch',
    (change, adapter) => async (id, network, opts) => {
      try {
        return await change(id, network, opts)
      } catch (error) {
        const { code } = error as { code?: string }
        if (code !== 'network/switch-failed' && code !== 'network/wrong-chain') throw error
        return adapter.connections().length > 0 ? network : Promise.reject(error)
      }
    },
    ['wallet.switch'],
  ),
  mutant('switchNetwork', 'returns the previous network', (change, adapter) => async (id, network, opts) => {
    const before = adapter.connections()[0]?.network
    const after = await change(id, network, opts)
    return before ?? after
  }),
  mutant(
    'switchNetwork',
    'accepts any connection',
    (change, adapter) => (id, network, opts) =>
      change(adapter.connections()[0]?.id ?? id, network, opts).catch((error) => {
        if (adapter.connections().length === 0) return network
        throw error
      }),
  ),

  mutant('isAddress', 'accepts everything', () => () => true),
  mutant('isAddress', 'accepts nothing', () => () => false),
  mutant('normalizeAddress', 'accepts everything', () => (value) => value),
  mutant('normalizeAddress', 'accepts nothing', () => () => undefined),
  mutant(
    'normalizeAddress',
    'returns the address of the connected account for every address',
    (normal, adapter) => (value, network) =>
      normal(value, network) && adapter.connections()[0]?.accounts[0].address,
  ),
  mutant('normalizeAddress', 'appends to its input', (normal) => (value, network) => {
    const one = normal(value, network)
    return one && `${one} `
  }),
  mutant('on', 'never emits', () => () => () => {}),
  mutant('on', 'emits each event twice', (on) => (event, listener) => {
    const releases = [on(event, listener), on(event, (payload) => listener(payload))]
    return () => {
      for (const release of releases) release()
    }
  }),
  mutant('on', 'never removes listeners', (on) => (event, listener) => {
    on(event, listener)
    return () => {}
  }),
  mutant('on', 'returns no function to remove a listener', (on) => (event, listener) => {
    on(event, listener)
    return undefined as never
  }),
  mutant('on', 'stops every listener if one listener throws', (on) => {
    let stopped = false
    return (event, listener) =>
      on(event, (payload) => {
        if (stopped) return
        try {
          listener(payload)
        } catch {
          stopped = true
        }
      })
  }),

  mutant('dispose', 'does nothing', () => async () => {}),
  mutant('dispose', 'only disconnects', (_, adapter) => async () => {
    for (const { id } of adapter.connections()) await adapter.disconnect(id)
  }),
]

/** Creates a mutant that sends with a fee limit other than the caller's. */
function limiting(
  method: 'send' | 'prepareSend',
  fault: string,
  change: (maxFee: bigint) => bigint | undefined,
): Mutant {
  return mutant(method, fault, (original) => ({ maxFee, ...rest }, opts) => {
    const known = typeof maxFee === 'bigint'
    const params = { ...rest, maxFee: known ? change(maxFee) : maxFee }
    return original(params, opts) as never
  })
}

/** Creates a mutant that accepts an address by its format, even if the checksum is wrong. */
export function takesForm(namespace: ChainNamespace): Mutant {
  return mutant('isAddress', 'checks the format only', () => (value) => isAddressFormat(namespace, value))
}

/** Returns the general mutants whose faults have an effect in this family, then the family's own mutants. */
export function mutantsOf(facts: MutantFacts, own: readonly Mutant[] = []): readonly Mutant[] {
  const { capabilities, lacks, addressesNameNetwork } = facts
  const shows = (need: Capability | ContractTrait) =>
    need.startsWith('wallet.') || need.startsWith('chain.') || need.startsWith('session.')
      ? !lacks.includes(need as ContractTrait)
      : capabilities.has(need as Capability)
  return [...general, ...particular(facts), ...own].filter(({ method, fault, needs = [], isUnsupported }) => {
    const capability = optional[method as Method]
    const there = capability === undefined || capabilities.has(capability)
    const harmless = addressesNameNetwork && fault === "ignores an account's approved networks"
    return (there || isUnsupported) && !harmless && needs.every(shows)
  })
}

/** Returns the keys of `unseen` that match no general fault. */
export const staleNeeds = (): readonly string[] =>
  Object.keys(unseen).filter((key) => !general.some(({ method, fault }) => `${method} ${fault}` === key))
