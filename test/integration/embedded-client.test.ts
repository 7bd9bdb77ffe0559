import { version } from 'latchkey'
import { describe, expect, it } from 'vitest'
import { frameAddresses } from '../support/answering-frames.ts'
import { embeddedClient as client, ether, sol } from '../support/embedded-client.ts'
import { network } from '../support/fake-families.ts'

/** A fake signature of the right length. No test verifies it. */
const signature = `0x${'12'.repeat(65)}`
const smart = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const otherSmart = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'

describe('a client with the embedded wallet in its frame', () => {
  it("knows the login's email address, the accounts' types, and whether the smart account is deployed", async () => {
    const w = client({
      GET_USER: ({ chainId }: { chainId: string }) =>
        chainId.startsWith('solana')
          ? { email: null, address: frameAddresses.solana, chainId }
          : {
              email: 'ann@example.org',
              address: smart,
              chainId: 1,
              smartAccountDeployed: true,
              preferredAccountType: 'smartAccount',
              accounts: [
                { address: frameAddresses.eip155, type: 'eoa' },
                { address: smart, type: 'smartAccount' },
              ],
            },
    })
    await w.logIn()
    expect(w.latchkey.account.state.eip155).toMatchObject({
      status: 'connected',
      address: smart,
      allAccounts: [
        { address: smart, type: 'smartAccount' },
        { address: frameAddresses.eip155, type: 'eoa' },
      ],
    })
    expect(w.latchkey.account.state.solana).toMatchObject({ address: frameAddresses.solana })
    // S1.3.4: the account of each family contains the user of the login.
    const user = { email: 'ann@example.org', username: undefined }
    expect(w.latchkey.account.state.eip155).toMatchObject({ user, smartAccountDeployed: true })
    expect(w.latchkey.account.state.solana).toMatchObject({ user, smartAccountDeployed: undefined })
    expect(w.latchkey.account.state.bip122.user).toBeUndefined()
    expect(w.latchkey.embeddedWallet.state).toMatchObject({
      email: 'ann@example.org',
      socialProvider: undefined,
      smartAccountDeployed: true,
      smartAccountNetworks: [1],
      dashboardUrl: 'https://wallet.example/dashboard',
    })
    await w.run(w.latchkey.disconnect())
    expect(w.latchkey.account.state.eip155).not.toHaveProperty('user')
    expect(w.latchkey.embeddedWallet.state).toMatchObject({
      email: undefined,
      smartAccountDeployed: undefined,
      smartAccountNetworks: [],
    })
  })

  it.each([
    ['no smart account', undefined],
    ['another smart account', otherSmart],
    ['a smart account with the same address', smart],
  ])('shows only accounts that exist on the network, if the other network has %s', async (_, there) => {
    const smartOn: Readonly<Record<string, string | undefined>> = { 'eip155:1': smart, 'eip155:5': there }
    const w = client(
      {
        GET_USER: ({ chainId }: { chainId: string }) => {
          if (chainId.startsWith('solana')) return { address: frameAddresses.solana, chainId }
          const own = smartOn[chainId]
          const plain = { address: frameAddresses.eip155, type: 'eoa' }
          return {
            address: own ?? plain.address,
            chainId,
            preferredAccountType: own ? 'smartAccount' : 'eoa',
            accounts: own ? [{ address: own, type: 'smartAccount' }, plain] : [plain],
          }
        },
        GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: there ? [1, 5] : [1] }),
      },
      { networks: [ether, network('eip155:5', 'Other'), sol] },
    )
    const listed = ({ account }: typeof w.latchkey) =>
      account.state.eip155.allAccounts.map(({ address }) => address)
    const accountsOn = {
      'eip155:1': [smart, frameAddresses.eip155],
      'eip155:5': [...(there ? [there] : []), frameAddresses.eip155],
    }
    await w.logIn()
    for (const id of ['eip155:1', 'eip155:5', 'eip155:1', 'eip155:5'] as const) {
      await w.run(w.latchkey.switchNetwork(id))
      expect([id, listed(w.latchkey)]).toEqual([id, accountsOn[id]])
    }
    // Each network is asked for once, even if the visitor switches back.
    const asked = () =>
      (w.payloads('GET_USER') as readonly { readonly chainId: string }[]).map(({ chainId }) => chainId)
    const before = asked()
    expect(before).toEqual([...['eip155:1', sol.caipNetworkId], ...(there ? ['eip155:5'] : [])])
    await w.run(w.latchkey.dispose())
    const again = w.open()
    await w.run(again.ready())
    expect(listed(again)).toEqual(accountsOn['eip155:5'])
    expect(asked().slice(before.length)).toEqual([there ? 'eip155:5' : 'eip155:1', sol.caipNetworkId])
    await w.run(again.dispose())
  })

  it('connects on another network if the network with a smart account is down', async () => {
    let isDown = false
    const w = client(
      {
        GET_USER: ({ chainId }: { chainId: string }) => {
          if (chainId.startsWith('solana')) return { address: frameAddresses.solana, chainId }
          const plain = { address: frameAddresses.eip155, type: 'eoa' }
          if (chainId === 'eip155:1') return { ...plain, chainId, accounts: [plain] }
          if (isDown) return new Error('The node is down.')
          return { address: smart, chainId, accounts: [{ address: smart, type: 'smartAccount' }, plain] }
        },
        GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [5] }),
      },
      { networks: [network('eip155:5', 'Other'), ether, sol] },
    )
    await w.logIn()
    expect(w.latchkey.account.state.eip155.address).toBe(smart)
    await w.run(w.latchkey.dispose())
    isDown = true
    const again = w.open()
    await w.run(again.ready())
    expect(again.account.state.eip155).toMatchObject({
      status: 'connected',
      address: frameAddresses.eip155,
    })
    expect(again.account.state.solana.status).toBe('connected')
    await w.run(again.dispose())
  })

  it("switches the network even if the wallet doesn't state its accounts there", async () => {
    const w = client(
      {
        GET_USER: ({ chainId }: { chainId: string }) => {
          if (chainId === 'eip155:5') return 'silent'
          const type = chainId.startsWith('solana') ? 'solana' : 'eip155'
          const plain = { address: frameAddresses[type], type: 'eoa' }
          if (type === 'solana') return { ...plain, chainId }
          return { address: smart, chainId, accounts: [{ address: smart, type: 'smartAccount' }, plain] }
        },
        GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [1, 5] }),
      },
      { networks: [ether, network('eip155:5', 'Other'), sol] },
    )
    await w.logIn()
    const switched = w.latchkey.switchNetwork('eip155:5')
    await expect
      .poll(() => w.settle().then(() => w.payloads('GET_USER')), { message: 'the frame is asked' })
      .toContainEqual(expect.objectContaining({ chainId: 'eip155:5' }))
    await w.clock.advance(30_000)
    await w.run(switched)
    expect(w.latchkey.account.state.eip155).toMatchObject({
      address: frameAddresses.eip155,
      caipAddress: `eip155:5:${frameAddresses.eip155}`,
    })
  })

  it("sends the app's metadata and the name of the app's SDK to the frame", async () => {
    const metadata = {
      name: 'Shop',
      description: 'Sells',
      url: 'https://shop.example',
      icons: ['https://shop.example/i.png'],
    }
    const w = client({}, { metadata, projectId: 'p', sdkType: 'shop-kit', sdkVersion: 'html-9' })
    await w.logIn()
    expect(w.payloads('SYNC_DAPP_DATA')).toEqual([
      { metadata, projectId: 'p', sdkType: 'shop-kit', sdkVersion: 'html-9', showsFrame: true },
    ])
  })

  it("completes the app's metadata from the page and the package if the host left out parts", async () => {
    const w = client({}, { metadata: { description: '' } })
    await w.logIn()
    expect(w.payloads('SYNC_DAPP_DATA')).toEqual([
      {
        metadata: { name: 'app.example', description: '', url: 'https://app.example', icons: [] },
        projectId: '',
        sdkType: 'latchkey',
        sdkVersion: version,
        showsFrame: true,
      },
    ])
  })

  it('shows nothing of a visitor who has logged out in another tab, even when the next visitor is in', async () => {
    let isBob = false
    const w = client({
      GET_USER: ({ chainId }: { chainId: string }) => {
        if (chainId.startsWith('solana')) return { address: frameAddresses.solana, chainId }
        if (isBob) return { address: smart, chainId }
        return { email: 'ann@example.org', address: frameAddresses.eip155, chainId }
      },
    })
    await w.logIn()
    await w.clock.advance(1000)
    const { storage } = w.platform
    const shown = () => {
      const { email, userName, socialProvider } = w.latchkey.embeddedWallet.state
      const { address, user } = w.latchkey.account.state.eip155
      return { email, userName, socialProvider, address, user: user?.email }
    }
    expect(shown()).toMatchObject({ email: 'ann@example.org', user: 'ann@example.org' })
    const before = storage.keys().map((key) => [key, storage.get(key) as string] as const)
    for (const [key] of before) storage.changeElsewhere(key, null)
    await w.settle()
    await w.clock.advance(1000)
    expect(shown()).toEqual({})
    isBob = true
    for (const [key, value] of before)
      if (!key.endsWith('/EMAIL'))
        storage.changeElsewhere(key, value.replaceAll(frameAddresses.eip155, smart))
    storage.changeElsewhere('@latchkey/wallet/CONNECTED_SOCIAL', 'google')
    storage.changeElsewhere('@latchkey/wallet/SOCIAL_USERNAME', 'bob')
    await w.settle()
    await w.clock.advance(1000)
    await expect
      .poll(() => w.latchkey.account.state.eip155.address, { message: 'the other login is followed' })
      .toBe(smart)
    expect(shown()).toEqual({ address: smart, userName: 'bob', socialProvider: 'google' })
  })

  it("stores data under the specification's keys for the next visit, and deletes the data on logout", async () => {
    const w = client()
    await w.logIn()
    const stored = () =>
      Object.fromEntries(
        w.platform.storage.keys().flatMap((key) => {
          const name = key.split('/wallet/')[1]
          return name ? [[name, w.platform.storage.get(key)]] : []
        }),
      )
    expect(stored()).toEqual({
      EMAIL_LOGIN_USED_KEY: 'true',
      EMAIL: 'ann@example.org',
      LAST_USED_CHAIN_KEY: sol.caipNetworkId,
      SMART_ACCOUNT_ENABLED_NETWORKS: '1',
    })
    await w.run(w.latchkey.disconnect())
    expect(stored()).toEqual({})
    await w.run(w.latchkey.embeddedWallet.logIn('ann@example.org'))
    expect(stored()).toEqual({ LAST_EMAIL_LOGIN_TIME: String(w.clock.now()) })
  })

  it('refuses a method that pages may not call, and shows the error in the modal after 300 ms', async () => {
    const w = client()
    await w.logIn()
    await w.settle()
    const before = w.posted().length
    await expect(w.asks({ method: 'eth_sign', params: [] })).rejects.toMatchObject({
      message: expect.stringContaining('Requested RPC call is not allowed'),
    })
    await expect.poll(() => w.latchkey.modal.state.open, { message: 'the modal opens' }).toBe(true)
    expect(w.latchkey.snackbar.state).toMatchObject({ open: false })
    await w.clock.advance(299)
    expect(w.latchkey.snackbar.state).toMatchObject({ open: false })
    await w.clock.advance(1)
    expect(w.latchkey.snackbar.state).toMatchObject({
      open: true,
      message: 'Action not allowed',
      variant: 'error',
    })
    expect(w.posted().slice(before)).toEqual([])
  })

  it.each([
    ['in a modal that was closed, and closes the modal again', false],
    ['in a modal that was open, and then shows the earlier view again', true],
  ])('shows the frame for an approval %s', async (_, opened) => {
    const w = client({ RPC_REQUEST: () => 'silent' })
    await w.logIn()
    const { modal, router } = w.latchkey
    if (opened) {
      await w.run(w.latchkey.open({ view: 'Networks' }))
    }
    const signing = w.asks({ method: 'personal_sign', params: ['0x68', frameAddresses.eip155] })
    signing.catch(() => {})
    // Meanwhile, the frame switches to the network of the call, and the modal's code loads.
    await expect
      .poll(
        async () => {
          await w.settle()
          return [modal.state.open, router.state.view]
        },
        { message: 'the modal shows the request' },
      )
      .toEqual([true, 'ApproveTransaction'])
    const asked = w.frames.made.at(-1)!.posted.findLast(({ type }) => type.endsWith('RPC_REQUEST'))
    w.frames.made.at(-1)!.say({ type: '@w3m-frame/RPC_REQUEST_SUCCESS', id: asked!.id, payload: signature })
    await expect(w.run(signing)).resolves.toBe(signature)
    expect(modal.state.open).toBe(opened)
    if (opened) expect(router.state.view).toBe('Networks')
  })

  it.each([
    ['a card that the host opened', true],
    // A card renders without a call of `open`.
    ["a card that the host didn't open", false],
  ])('shows the frame in %s, and then shows the previous view again', async (_, opened) => {
    const w = client({ RPC_REQUEST: () => 'silent' }, { enableEmbedded: true })
    await w.logIn()
    const { modal, router } = w.latchkey
    await w.run(modal.prepare())
    if (opened) await w.run(w.latchkey.open())
    expect([router.state.view, modal.state.open]).toEqual(['Account', opened])
    const events: string[] = []
    modal.on('opened', () => events.push('opened'))
    modal.on('closed', () => events.push('closed'))
    for (const view of ['Networks', 'WhatIsANetwork'] as const) {
      router.push(view)
      const { history } = router.state
      const signing = w.asks({ method: 'personal_sign', params: ['0x68', frameAddresses.eip155] })
      signing.catch(() => {})
      // The frame is shown only while the modal is open.
      await expect
        .poll(() => w.settle().then(() => [router.state.view, modal.state.open]), {
          message: 'the frame is shown',
        })
        .toEqual(['ApproveTransaction', true])
      const asked = w.frames.made.at(-1)!.posted.findLast(({ type }) => type.endsWith('RPC_REQUEST'))
      w.frames.made.at(-1)!.say({ type: '@w3m-frame/RPC_REQUEST_SUCCESS', id: asked!.id, payload: signature })
      await expect(w.run(signing)).resolves.toBe(signature)
      expect([router.state.view, router.state.history, modal.state]).toMatchObject([
        ...[view, history],
        { open: opened, loading: opened },
      ])
    }
    expect(events).toEqual(opened ? [] : ['opened', 'closed', 'opened', 'closed'])
  })

  it.each(['close', 'open'] as const)(
    "rejects an approval in a card if the host's call of %s replaces the shown frame",
    async (call) => {
      const w = client({ RPC_REQUEST: () => 'silent' }, { enableEmbedded: true })
      await w.logIn()
      const { modal, router } = w.latchkey
      await w.run(modal.prepare())
      const signing = w.asks({ method: 'personal_sign', params: ['0x68', frameAddresses.eip155] })
      signing.catch(() => {})
      await expect
        .poll(() => w.settle().then(() => router.state.view), { message: 'the frame is shown' })
        .toBe('ApproveTransaction')
      if (call === 'close') w.latchkey.close()
      else await w.run(w.latchkey.open({ view: 'Networks' }))
      await expect(w.run(signing)).rejects.toThrow()
      expect([router.state.view, modal.state.open]).toEqual(
        call === 'close' ? ['Account', false] : ['Networks', true],
      )
    },
  )

  it('changes the email address after the visitor has entered a code from the old and a code from the new address', async () => {
    const w = client({
      UPDATE_EMAIL: () => ({ action: 'VERIFY_PRIMARY_OTP' }),
      UPDATE_EMAIL_SECONDARY_OTP: () => ({ newEmail: 'new@example.org' }),
    })
    await w.logIn()
    const { embeddedWallet: wallet } = w.latchkey
    await expect(w.run(wallet.updateEmail('new@example.org'))).resolves.toBe('VERIFY_PRIMARY_OTP')
    await w.run(wallet.confirmOldEmail('111111'))
    await w.run(wallet.confirmNewEmail('222222'))
    expect(wallet.state.email).toBe('new@example.org')
    expect(w.payloads('UPDATE_EMAIL')).toEqual([{ email: 'new@example.org' }])
    expect(w.payloads('UPDATE_EMAIL_PRIMARY_OTP')).toEqual([{ otp: '111111' }])
    expect(w.payloads('UPDATE_EMAIL_SECONDARY_OTP')).toEqual([{ otp: '222222' }])
  })

  it("warns the developer if the frame doesn't load within 20 s, or doesn't answer a login within 30 s", async () => {
    const w = client({ CONNECT_EMAIL: () => 'silent' })
    await w.run(w.latchkey.ready())
    const { alert, embeddedWallet: wallet } = w.latchkey
    const login = wallet.logIn('ann@example.org')
    login.catch(() => {})
    await w.settle()
    await w.clock.advance(30_000)
    await expect(login).rejects.toMatchObject({ code: 'frame/aborted' })
    await expect
      .poll(() => alert.state, { message: 'the alert says that the request timed out' })
      .toMatchObject({
        open: true,
        shortMessage: expect.stringContaining('Embedded Wallet Request Timed Out'),
      })
    alert.close()
    w.frames.made.at(-1)!.detach()
    const again = wallet.logIn('ann@example.org')
    again.catch(() => {})
    // This frame never reports that it is ready.
    await expect.poll(() => w.frames.made.length, { message: 'a new frame is made' }).toBe(2)
    await w.clock.advance(20_000)
    await expect(again).rejects.toMatchObject({ code: expect.stringContaining('frame/') })
    await expect
      .poll(() => alert.state, { message: 'the alert says that the frame did not load' })
      .toMatchObject({
        open: true,
        shortMessage: expect.stringContaining('Could not load embedded wallet'),
      })
  })
})
