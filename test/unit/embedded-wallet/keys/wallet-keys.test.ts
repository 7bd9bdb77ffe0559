import { describe, expect, it, vi } from 'vitest'
import type {
  ServicePasskey,
  ServiceShare,
  ServiceWallet,
  WalletUpdate,
} from '../../../../src/core/wallet/wallet-service.ts'
import { deviceShares } from '../../../../src/embedded-wallet/keys/device-shares.ts'
import { readRecoveryFile, writeRecoveryFile } from '../../../../src/embedded-wallet/keys/recovery-file.ts'
import { restoreAlone } from '../../../../src/embedded-wallet/keys/restore-alone.ts'
import { type ShareService, walletKeys } from '../../../../src/embedded-wallet/keys/wallet-keys.ts'
import { Refusal } from '../../../../src/embedded-wallet/service/refusal.ts'
import { sealIn } from '../../../../src/embedded-wallet/store/seal.ts'
import type { Store } from '../../../../src/embedded-wallet/store/store.ts'
import { memoryStore } from '../../../support/memory-share-store.ts'

/** Returns a fake service with one user: the stored state, and calls that follow the rules of the API. */
function service() {
  const state: {
    wallet?: ServiceWallet & { share: string }
    passkeys: ServicePasskey[]
    former: (ServiceShare & { passkeys: ServicePasskey[] })[]
  } = { passkeys: [], former: [] }
  const calls: ShareService = {
    user: async () => ({ id: 'u1', provider: 'email', ...(state.wallet && { wallet: state.wallet }) }),
    async share() {
      if (!state.wallet) throw new Refusal(404, 'wallet/none', 'There is no wallet.')
      return { version: state.wallet.version, share: state.wallet.share }
    },
    async putWallet({ after, addresses, share, former }) {
      if ((state.wallet?.version ?? 0) !== after)
        throw new Refusal(409, 'wallet/other-version', 'The wallet has changed meanwhile.')
      if (state.wallet)
        state.former.push({ version: after, share: state.wallet.share, passkeys: state.passkeys.splice(0) })
      const split = state.former.find(({ version }) => version === former?.version)
      if (former && split?.share !== share)
        throw new Refusal(409, 'wallet/other-version', 'The wallet has changed meanwhile.')
      for (const passkey of split?.passkeys ?? [])
        if (passkey.id === former?.passkey?.id)
          state.passkeys.push({ ...passkey, version: after + 1, confirmKey: former.passkey.confirmKey })
      state.wallet = { version: after + 1, splitAt: Date.UTC(2026, 4, after + 1), addresses, share }
    },
    async former(user, sign) {
      expect(await sign(`for ${user}`)).toMatch(/^[0-9a-f]{130}$/)
      return state.former
    },
  }
  return { state, calls }
}

const browser = (calls: ShareService, store: Store = memoryStore()) =>
  walletKeys(calls, deviceShares(store, sealIn(store)))

/**
 * Returns the keys of a browser that is killed at one step, which is one call to the service or to the store:
 * before the call takes effect, or after the call but before its answer.
 */
function killed(calls: ShareService, store: Store, at: number, how: 'before' | 'after') {
  let step = 0
  const cut = async <T>(run: () => Promise<T>): Promise<T> => {
    const mine = step++
    if (mine > at || (mine === at && how === 'before')) throw new Error('killed')
    const value = await run()
    if (mine === at) throw new Error('killed')
    return value
  }
  const cutCalls: ShareService = {
    user: () => cut(calls.user),
    share: () => cut(calls.share),
    putWallet: (update) => cut(() => calls.putWallet(update)),
    former: (user, sign) => cut(() => calls.former(user, sign)),
  }
  const cutStore: Store = {
    get: (name) => cut(() => store.get(name)),
    set: (name, value) => cut(() => store.set(name, value)),
    remove: (name) => cut(() => store.remove(name)),
    names: () => cut(() => store.names()),
    change: (name, change) => cut(() => store.change(name, change)),
  }
  return { keys: browser(cutCalls, cutStore), steps: () => step }
}

const addressOf = (keys: ReturnType<typeof browser>) => keys.withSecrets(async ({ eip155 }) => eip155)

describe('the keys of a user', () => {
  it('are created only once, and no store contains two shares', async () => {
    const { state, calls } = service()
    const store = memoryStore()
    const keys = browser(calls, store)
    const { wallet } = await keys.wallet()
    expect(wallet.version).toBe(1)
    expect((await browser(calls, store).wallet()).wallet.addresses).toEqual(wallet.addresses)
    expect(await keys.held()).toBe(true)
    const found = await keys.wallet()
    const asked = vi.spyOn(calls, 'user')
    expect(await keys.held(found)).toBe(true)
    expect(asked).not.toHaveBeenCalled()
    expect(await addressOf(keys)).toMatch(/^0x[0-9a-f]{64}$/)
    expect(store.kept.get('shares u1')).toHaveLength(1)
    expect(Object.keys(state.wallet ?? {}).sort()).toEqual(['addresses', 'share', 'splitAt', 'version'])
  })

  it('are the same in two tabs that create them at the same time', async () => {
    const { calls } = service()
    const store = memoryStore()
    const tabs = [browser(calls, store), browser(calls, store)]
    const wallets = await Promise.all(tabs.map((keys) => keys.wallet()))
    expect(wallets[0]?.wallet.addresses).toEqual(wallets[1]?.wallet.addresses)
    const [one, two] = await Promise.all(tabs.map(addressOf))
    expect(one).toBe(two)
  })

  it('are restored in other browsers from a recovery file, and older shares stay valid', async () => {
    const { state, calls } = service()
    const first = browser(calls)
    const before = await addressOf(first)
    const file = writeRecoveryFile(await first.recovery('u1'))
    const atService = state.wallet
    const others = [browser(calls), browser(calls)]
    for (const other of others) {
      expect(await other.held()).toBe(false)
      await expect(addressOf(other)).rejects.toThrow('does not have the key')
      await other.restore(readRecoveryFile(file))
      expect(await other.held()).toBe(true)
    }
    // The key was not split into new shares: the service keeps its state, and every browser exports the same file.
    expect(state.wallet).toEqual(atService)
    for (const keys of [first, ...others]) {
      expect(await addressOf(keys)).toBe(before)
      expect(writeRecoveryFile(await keys.recovery('u1'))).toBe(file)
    }
  })

  it("aren't saved for a user if another user has logged in", async () => {
    const { calls } = service()
    const store = memoryStore()
    await browser(calls, store).wallet()
    const other = service().calls
    const keys = browser({ ...other, user: async () => ({ ...(await other.user()), id: 'u2' }) }, store)
    await keys.wallet()
    await expect(keys.recovery('u1')).rejects.toThrow('Another user has logged in.')
    await expect(keys.recovery('u2')).resolves.toMatchObject({ version: 1 })
  })

  it("have the same share in each of the user's browsers", async () => {
    const { calls } = service()
    const stores = [memoryStore(), memoryStore()]
    const [first, second] = stores.map((store) => browser(calls, store))
    await second?.restore((await first?.recovery('u1')) as never)
    const shares = await Promise.all(
      stores.map(async (store) => {
        const held = deviceShares(store, sealIn(store))
        const [own] = await held.of('u1')
        return held.open('u1', own as never)
      }),
    )
    expect(shares[0]).toEqual(shares[1])
  })

  it("can't be restored from an old share after the shares are replaced, and the error names the day of the replacement", async () => {
    const { calls } = service()
    const [keys, other] = [browser(calls), browser(calls)]
    const before = await addressOf(keys)
    const lost = writeRecoveryFile(await keys.recovery('u1'))
    await other.restore(readRecoveryFile(lost))
    const replaced = writeRecoveryFile(await keys.replaceRecovery())
    expect(await addressOf(keys)).toBe(before)
    expect(await other.held()).toBe(false)
    await expect(addressOf(other)).rejects.toThrow('does not have the key')
    await expect(other.restore(readRecoveryFile(lost))).rejects.toThrow(
      'was replaced by a newer one on 2026-05-02',
    )
    await other.restore(readRecoveryFile(replaced))
    expect(await addressOf(other)).toBe(before)
  })

  describe('after an attacker replaced the shares', () => {
    /**
     * Returns an owner with two browsers, a recovery file and a passkey, after an attacker with the file has
     * replaced the shares.
     */
    async function takenOver() {
      const { state, calls } = service()
      const [owner, second, attacker] = [browser(calls), browser(calls), browser(calls)]
      const before = await addressOf(owner)
      const file = await owner.recovery('u1')
      await second.restore({ ...file, share: file.share.slice() })
      state.passkeys.push({ id: 'one', version: 1, sealed: 'sealed', confirmKey: 'key' })
      await attacker.restore({ ...file, share: file.share.slice() })
      const stolen = await attacker.replaceRecovery()
      const own = () => ({ ...file, share: file.share.slice() })
      return { state, calls, owner, second, attacker, stolen, own, before }
    }

    it("are restored from a browser's share and the owner's file, for every browser and for the passkey that was used", async () => {
      const { state, calls, owner, second, attacker, stolen, own, before } = await takenOver()
      expect(await owner.held()).toBe(false)
      expect(await owner.replaced()).toMatchObject({ version: 1 })
      await expect(owner.restore(own())).rejects.toThrow('was replaced by a newer one')
      state.former[0]!.passkeys.push({ id: 'of the attacker', version: 1, sealed: 'sealed' })
      const undone = owner.undoReplacement(own(), { id: 'one', confirmKey: 'derived' })
      await expect(undone).resolves.toBe('came-back')
      for (const keys of [owner, second]) {
        expect(await keys.held()).toBe(true)
        expect(await keys.replaced()).toBeUndefined()
        expect(await addressOf(keys)).toBe(before)
      }
      expect(state.passkeys).toEqual([{ id: 'one', version: 3, sealed: 'sealed', confirmKey: 'derived' }])
      // The old file works in new browsers again. The attacker's shares don't.
      const fresh = browser(calls)
      await fresh.restore(own())
      expect(await addressOf(fresh)).toBe(before)
      expect(await attacker.held()).toBe(false)
      await expect(browser(calls).restore({ ...stolen, share: stolen.share.slice() })).rejects.toThrow(
        'replaced',
      )
    })

    it('are restored with the file alone, without a passkey', async () => {
      const { state, owner, own } = await takenOver()
      await expect(owner.undoReplacement(own())).resolves.toBe('came-back')
      expect(state.passkeys).toEqual([])
    })

    it('are restored again after each further attack, in each browser of the owner', async () => {
      const { state, owner, second, attacker, stolen, own, before } = await takenOver()
      for (const [at, keys] of [owner, second, owner].entries()) {
        await keys.undoReplacement(own(), { id: 'one', confirmKey: 'derived' })
        expect(await addressOf(keys)).toBe(before)
        expect(state.passkeys).toEqual([
          { id: 'one', version: 3 + 2 * at, sealed: 'sealed', confirmKey: 'derived' },
        ])
        expect(await attacker.held()).toBe(false)
        await attacker.restore(own())
        await attacker.replaceRecovery()
        expect(await keys.held()).toBe(false)
      }
      await expect(owner.undoReplacement({ ...stolen, share: stolen.share.slice() })).rejects.toThrow(
        "don't belong together",
      )
    })

    it('open without the service after an undo, from a file saved before or after it', async () => {
      const { calls, shares, file, attacker } = await ownedAlone()
      const phrase = await attacker.withPhrase((words) => words)
      await attacker.replaceRecovery()
      const owner = walletKeys(calls, shares)
      await owner.undoReplacement({ ...file, share: file.share.slice() })
      const since = await owner.recovery('u1')
      expect(since.version).toBe(3)
      for (const each of [file, since])
        await expect(restoreAlone(shares, each, (words) => words)).resolves.toBe(phrase)
    })

    /**
     * Returns the shares in the owner's browser, the owner's file, and an attacker who has the key.
     */
    async function ownedAlone() {
      const { calls } = service()
      const store = memoryStore()
      const file = await browser(calls, store).recovery('u1')
      const attacker = browser(calls)
      await attacker.restore({ ...file, share: file.share.slice() })
      return { calls, shares: deviceShares(store, sealIn(store)), file, attacker }
    }

    it('are restored in one browser if the service has deleted the former shares', async () => {
      const { state, calls, owner, second, own, before } = await takenOver()
      state.former.splice(0)
      await expect(owner.undoReplacement(own())).resolves.toBe('split-anew')
      expect(await addressOf(owner)).toBe(before)
      expect(state.wallet?.version).toBe(3)
      expect(await second.held()).toBe(false)
      const fresh = browser(calls)
      await fresh.restore(await owner.recovery('u1'))
      expect(await addressOf(fresh)).toBe(before)
    })

    it('are missing while the service gives the browser no share', async () => {
      const { calls, owner, own } = await takenOver()
      const { share } = calls
      calls.share = async () => {
        throw new Refusal(403, 'device/waiting', 'Wait.')
      }
      expect(await owner.held()).toBe(false)
      expect(await owner.replaced()).toMatchObject({ version: 1 })
      calls.share = share
      await owner.undoReplacement(own())
      expect(await owner.held()).toBe(true)
    })

    it("are not restored without the owner's matching share, or in a browser that has no share", async () => {
      const { state, calls, owner, attacker, stolen, own } = await takenOver()
      const altered = own()
      altered.share[3] = (altered.share[3] ?? 0) ^ 1
      await expect(owner.undoReplacement(altered)).rejects.toThrow("don't belong together")
      await expect(owner.undoReplacement({ ...stolen, share: stolen.share.slice() })).rejects.toThrow(
        "don't belong together",
      )
      await expect(browser(calls).undoReplacement(own())).rejects.toThrow("don't belong together")
      await expect(attacker.undoReplacement({ ...stolen, share: stolen.share.slice() })).rejects.toThrow(
        "don't belong together",
      )
      const other = await browser(service().calls).recovery('u1')
      await expect(owner.undoReplacement(other)).rejects.toThrow('belongs to another wallet')
      expect(state.wallet?.version).toBe(2)
    })
  })

  it('are not restored from an invalid file, an altered file, or a file of another wallet', async () => {
    const [mine, theirs] = [service(), service()]
    const foreign = await browser(theirs.calls).recovery('u1')
    const file = await browser(mine.calls).recovery('u1')
    const other = browser(mine.calls)
    const device = file.share.slice()
    device[32] = 1
    const wrong = writeRecoveryFile({ ...file, share: device })
    for (const text of ['', '{', 'null', '[]', '{"format":"wallet-recovery-1"}', wrong])
      expect(() => readRecoveryFile(text)).toThrow("isn't a wallet's recovery file")
    await expect(other.restore(foreign)).rejects.toThrow('belongs to another wallet')
    const altered = Uint8Array.from(file.share)
    altered[3] = (altered[3] ?? 0) ^ 1
    await expect(other.restore({ ...file, share: altered })).rejects.toThrow("don't belong together")
    expect(await other.held()).toBe(false)
  })

  it('are refused if the service names addresses of another wallet', async () => {
    const { state, calls } = service()
    const keys = browser(calls)
    const { wallet } = await keys.wallet()
    if (state.wallet)
      state.wallet = { ...state.wallet, addresses: { ...wallet.addresses, eip155: `0x${'1'.repeat(40)}` } }
    await expect(keys.wallet()).rejects.toThrow('a different wallet')
    await expect(addressOf(keys)).rejects.toThrow("don't belong together")
    await expect(keys.replaceRecovery()).rejects.toThrow("don't belong together")
    expect(state.wallet?.version).toBe(1)
  })

  it('do not open with a share that was stored for another user', async () => {
    const { calls } = service()
    const store = memoryStore()
    const keys = browser(calls, store)
    await keys.wallet()
    store.kept.set('shares u2', store.kept.get('shares u1'))
    const asOther = browser({ ...calls, user: async () => ({ ...(await calls.user()), id: 'u2' }) }, store)
    await expect(addressOf(asOther)).rejects.toThrow()
  })

  it('survive an update that reaches the service only during a second attempt', async () => {
    const { calls } = service()
    const store = memoryStore()
    // The first request is slow. The browser gives up, and its update arrives during the second attempt.
    let late: WalletUpdate | undefined
    const slow: ShareService = {
      ...calls,
      async putWallet(update) {
        late ??= update
        throw new Error('no answer')
      },
    }
    await expect(browser(slow, store).wallet()).rejects.toThrow('no answer')
    const crossing: ShareService = {
      ...calls,
      async putWallet(update) {
        if (late) await calls.putWallet(late)
        late = undefined
        await calls.putWallet(update)
      },
    }
    const keys = browser(crossing, store)
    await keys.wallet()
    expect(await addressOf(keys)).toMatch(/^0x/)
  })
})

describe.each(['before', 'after'] as const)('a browser that is killed %s one of its calls', (how) => {
  const attempts = {
    'the wallet was being created': {
      async prepare() {},
      run: async (keys: ReturnType<typeof browser>) => void (await keys.wallet()),
    },
    'the key was being split again': {
      prepare: async (keys: ReturnType<typeof browser>) => void (await keys.wallet()),
      run: async (keys: ReturnType<typeof browser>) => void (await keys.replaceRecovery()),
    },
  }
  it.each(Object.keys(attempts) as (keyof typeof attempts)[])(
    'still has the key afterwards if it was killed while %s',
    { timeout: 60_000 },
    async (name) => {
      const { prepare, run } = attempts[name]
      let survived = 0
      for (let at = 0; ; at++) {
        const { state, calls } = service()
        const store = memoryStore()
        await prepare(browser(calls, store))
        const before = state.wallet?.addresses
        const doomed = killed(calls, store, at, how)
        const finished = await run(doomed.keys).then(
          () => true,
          () => false,
        )
        const keys = browser(calls, store)
        const { wallet } = await keys.wallet()
        if (before) expect(wallet.addresses).toEqual(before)
        expect(await keys.held()).toBe(true)
        expect(await addressOf(keys)).toMatch(/^0x/)
        survived++
        if (finished && doomed.steps() <= at) break
      }
      expect(survived).toBeGreaterThan(6)
    },
  )

  it('has the key, or can still undo the replacement, if it was killed during the undo', {
    timeout: 60_000,
  }, async () => {
    for (let at = 0; ; at++) {
      const { state, calls } = service()
      const store = memoryStore()
      const file = await browser(calls, store).recovery('u1')
      const before = await addressOf(browser(calls, store))
      state.passkeys.push({ id: 'one', version: 1, sealed: 'sealed', confirmKey: 'key' })
      const used = { id: 'one', confirmKey: 'key' }
      const attacker = browser(calls)
      await attacker.restore({ ...file, share: file.share.slice() })
      await attacker.replaceRecovery()
      const doomed = killed(calls, store, at, how)
      const finished = await doomed.keys.undoReplacement(file, used).then(
        () => true,
        () => false,
      )
      const keys = browser(calls, store)
      if (!(await keys.held())) await keys.undoReplacement(file, used)
      expect(await addressOf(keys)).toBe(before)
      expect(state.passkeys).toMatchObject([{ id: 'one', confirmKey: 'key' }])
      if (finished && doomed.steps() <= at) break
    }
  })

  it('has the key, or can still use the file, if it was killed during a restoration', {
    timeout: 60_000,
  }, async () => {
    for (let at = 0; ; at++) {
      const { calls } = service()
      const first = browser(calls)
      const before = await addressOf(first)
      const file = await first.recovery('u1')
      const store = memoryStore()
      const doomed = killed(calls, store, at, how)
      const finished = await doomed.keys.restore(file).then(
        () => true,
        () => false,
      )
      const keys = browser(calls, store)
      if (!(await keys.held())) await keys.restore(file)
      expect(await addressOf(keys)).toBe(before)
      if (finished && doomed.steps() <= at) break
    }
  })
})
