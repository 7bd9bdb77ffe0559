/** The families that have a mock extension here. */
export const dayFamilies = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'] as const
export type DayFamily = (typeof dayFamilies)[number]

/**
 * How the extension behaves on this visit. `slow`: answers after 8 s. `never`: doesn't answer. `throws`: fails every
 * request. `revoked`: has withdrawn the page's permission. `absent`: isn't installed.
 */
export type DayMode = 'ready' | 'locked' | 'slow' | 'never' | 'throws' | 'revoked' | 'absent'

/** The extension's state, which all pages of the browser share. */
export interface DayState {
  /** Whether the page has permission to see the accounts. */
  allowed: boolean
  /** The accounts. The first is the selected account. */
  accounts: string[]
  /** The current chain id, for wallets that have a current network. */
  chainId: string
  /** The networks that a Keplr-like wallet has approved for the page. */
  approved: string[]
  /** The public keys of cosmos accounts, by address. */
  publicKeys: Readonly<Record<string, readonly number[]>>
  /** The methods of all requests that prompted the visitor. */
  prompts: string[]
  /**
   * How an EIP-1193 wallet answers a request to switch networks. `stays`: approves, but doesn't switch. `unknown`: refuses
   * because the network is unknown, which only the error's message says. Default: switches.
   */
  switching?: 'stays' | 'unknown'
  /** The form of the chain id in an EIP-1193 wallet's events. Default: the form of EIP-1193. */
  naming?: 'object' | 'decimal' | 'padded'
}

/** The functions of a page that a mock extension uses. */
export interface DayPage {
  readonly view: Record<string, unknown>
  listen(event: string, listener: (event: unknown) => void): unknown
  dispatch(event: string, detail?: unknown): void
  after(ms: number, run: () => void): unknown
}

export interface DayWallet {
  /** Sends the events of a state change to the page, as real wallets do. */
  tell(): void
}

/**
 * Puts a mock extension into a page. A locked extension shows no accounts, but keeps the page's permission. A request
 * that may prompt makes a locked extension ask for the password. The function uses nothing outside itself, so that its
 * source can also run in Chromium.
 */
export function dayWallet(family: DayFamily, page: DayPage, state: DayState, mode: () => DayMode): DayWallet {
  const silence = () => new Promise<never>(() => {})
  const prompt = (method: string) => {
    state.prompts = [...state.prompts, method]
    // The request came without a click, so the visitor doesn't enter the password.
    if (mode() === 'locked') return silence()
    state.allowed = true
    return Promise.resolve()
  }
  const shown = () => (state.allowed && mode() !== 'locked' ? [...state.accounts] : [])
  /** Answers a request as the mode demands. */
  const answer = async <T>(run: () => T | Promise<T>): Promise<T> => {
    if (mode() === 'never') return silence()
    if (mode() === 'throws') throw Object.assign(new Error('The extension failed'), { code: -32603 })
    if (mode() === 'slow') await new Promise<void>((resolve) => page.after(8000, resolve))
    return run()
  }
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const on = (event: string, listener: (payload: unknown) => void) => {
    const known = listeners.get(event) ?? new Set()
    listeners.set(event, known.add(listener))
    return () => void known.delete(listener)
  }
  const removeListener = (event: string, listener: (payload: unknown) => void) =>
    void listeners.get(event)?.delete(listener)
  const emit = (event: string, payload?: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
  }
  const icon = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='

  const makers: Record<DayFamily, () => () => void> = {
    eip155() {
      const named = () => {
        const id = Number(state.chainId)
        if (state.naming === 'object') return { chainId: state.chainId }
        if (state.naming === 'decimal') return id
        return state.naming === 'padded' ? `0x${id.toString(16).padStart(8, '0')}` : state.chainId
      }
      const provider = {
        request: ({ method, params }: { method: string; params?: readonly unknown[] }) =>
          answer(async () => {
            if (method === 'eth_chainId') return state.chainId
            if (method === 'eth_accounts') return shown()
            if (method === 'wallet_getPermissions')
              return state.allowed ? [{ parentCapability: 'eth_accounts' }] : []
            if (method === 'wallet_revokePermissions') {
              state.allowed = false
              return null
            }
            if (method === 'eth_requestAccounts') {
              if (shown().length === 0) await prompt(method)
              return shown()
            }
            if (method === 'wallet_switchEthereumChain') {
              const [wanted] = params as [{ chainId: string }]
              if (state.switching === 'unknown')
                throw Object.assign(new Error(`Unrecognized chain ID "${wanted.chainId}"`), { code: -32603 })
              await prompt(method)
              if (state.switching === 'stays') return null
              state.chainId = wanted.chainId
              emit('chainChanged', named())
              return null
            }
            if (method === 'wallet_addEthereumChain') {
              await prompt(method)
              const [added] = params as [{ chainId: string }]
              state.chainId = added.chainId
              emit('chainChanged', named())
              return null
            }
            throw Object.assign(new Error(`${method} isn't supported`), { code: 4200 })
          }),
        on,
        removeListener,
      }
      const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Day', icon, rdns: 'test.day' }
      const detail = Object.freeze({ info: Object.freeze(info), provider })
      const announce = () => page.dispatch('eip6963:announceProvider', detail)
      page.listen('eip6963:requestProvider', announce)
      announce()
      let told = state.chainId
      return () => {
        if (told !== state.chainId) emit('chainChanged', named())
        told = state.chainId
        emit('accountsChanged', shown())
      }
    },
    solana() {
      const chains = ['solana:mainnet']
      const list = () =>
        shown().map((address) => ({
          address,
          publicKey: new Uint8Array(32),
          chains,
          features: ['solana:signMessage'],
        }))
      let accounts: readonly unknown[] = []
      const wallet = {
        version: '1.0.0',
        name: 'Day',
        icon,
        chains,
        get accounts() {
          return accounts
        },
        features: {
          'standard:connect': {
            version: '1.0.0',
            connect: (input?: { silent?: boolean }) =>
              answer(async () => {
                if (!input?.silent && shown().length === 0) await prompt('connect')
                accounts = list()
                return { accounts }
              }),
          },
          'standard:disconnect': {
            version: '1.0.0',
            disconnect: async () => {
              state.allowed = false
            },
          },
          'standard:events': { version: '1.0.0', on },
          'solana:signMessage': { version: '1.0.0', signMessage: async () => [] },
          'solana:signTransaction': {
            version: '1.0.0',
            supportedTransactionVersions: ['legacy', 0],
            signTransaction: async () => [],
          },
        },
      }
      const register = (api: { register(wallet: unknown): unknown }) => void api.register(wallet)
      page.listen('wallet-standard:app-ready', (event) =>
        register((event as { detail: { register(wallet: unknown): unknown } }).detail),
      )
      page.dispatch('wallet-standard:register-wallet', register)
      return () => {
        accounts = list()
        emit('change', { accounts })
      }
    },
    polkadot() {
      const list = () => shown().map((address) => ({ address, type: 'sr25519' }))
      const extension = {
        name: 'day',
        version: '1.0.0',
        accounts: {
          get: () => answer(list),
          subscribe(listener: (accounts: unknown) => void) {
            listener(list())
            return on('accounts', listener)
          },
        },
        signer: { signRaw: async () => ({}), signPayload: async () => ({}) },
      }
      page.view.injectedWeb3 = {
        ...(page.view.injectedWeb3 as object | undefined),
        day: {
          version: '1.0.0',
          enable: () =>
            answer(async () => {
              if (!state.allowed) await prompt('enable')
              return extension
            }),
        },
      }
      return () => emit('accounts', list())
    },
    bip122() {
      page.view.unisat = {
        requestAccounts: () =>
          answer(async () => {
            if (shown().length === 0) await prompt('requestAccounts')
            return shown()
          }),
        getAccounts: () => answer(shown),
        getPublicKey: async () => `02${'11'.repeat(32)}`,
        getChain: () => answer(() => ({ enum: 'BITCOIN_MAINNET' })),
        switchChain: (chain: string) => answer(() => ({ enum: chain })),
        signMessage: async () => '',
        signPsbt: async () => '',
        on,
        removeListener,
      }
      return () => emit('accountsChanged', shown())
    },
    cosmos() {
      const may = async (method: string, ids: readonly string[]) => {
        if (mode() === 'locked') return prompt('unlock')
        if (state.allowed && ids.every((id) => state.approved.includes(id))) return
        await prompt(method)
        state.approved = [...new Set([...state.approved, ...ids])]
      }
      page.view.keplr = {
        enable: (ids: string | readonly string[]) => answer(() => may('enable', [ids].flat() as string[])),
        getKey: (id: string) =>
          answer(async () => {
            await may('getKey', [id])
            const [bech32Address = ''] = state.accounts
            return {
              bech32Address,
              pubKey: Uint8Array.from(state.publicKeys[bech32Address] ?? []),
              name: 'Day',
            }
          }),
        disable: async () => {
          state.allowed = false
          state.approved = []
        },
        signDirect: async () => ({}),
        signAmino: async () => ({}),
      }
      return () => page.dispatch('keplr_keystorechange')
    },
  }
  return { tell: makers[family]() }
}
