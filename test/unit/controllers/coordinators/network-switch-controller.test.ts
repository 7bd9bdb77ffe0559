import { describe, expect, it } from 'vitest'
import { clientWorld, one, sol, two } from '../../../support/client-world.ts'
import { never, rejects } from '../../../support/fake-families.ts'

const both = { id: 'm', chains: ['eip155', 'solana'] } as const

describe('a request for another network', () => {
  it('does nothing when the network is active already', async () => {
    const { latchkey } = clientWorld()
    await latchkey.networkSwitch.request(one.caipNetworkId, { ignoreSwitchConfirmation: true })
    expect(latchkey.router.state.view).toBe('Connect')
  })

  it('shows SwitchNetwork if the network is of the active family', async () => {
    const { latchkey } = clientWorld()
    await latchkey.networkSwitch.request(two.caipNetworkId)
    expect(latchkey.router.state).toMatchObject({ view: 'SwitchNetwork', data: { network: two } })
  })

  it("shows SwitchActiveChain if the network's family has to be connected first", async () => {
    const { latchkey } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    await latchkey.networkSwitch.request(sol.caipNetworkId)
    expect(latchkey.router.state).toMatchObject({
      view: 'SwitchActiveChain',
      data: { switchToChain: 'solana', navigateTo: 'Connect', navigateWithReplace: true, network: sol },
    })
  })

  it('shows SwitchNetwork when the request sets ignoreSwitchConfirmation', async () => {
    const { latchkey } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    await latchkey.networkSwitch.request(sol.caipNetworkId, { ignoreSwitchConfirmation: true })
    expect(latchkey.router.state.view).toBe('SwitchNetwork')
  })

  it("shows SwitchNetwork if the network's family is connected too", async () => {
    const { latchkey } = clientWorld({ connectors: [both] })
    await latchkey.connect({ connectorId: 'm' })
    await latchkey.networkSwitch.request(sol.caipNetworkId)
    expect(latchkey.router.state.view).toBe('SwitchNetwork')
  })

  it('shows SwitchNetwork when no wallet is connected', async () => {
    const { latchkey } = clientWorld()
    await latchkey.networkSwitch.request(sol.caipNetworkId)
    expect(latchkey.router.state.view).toBe('SwitchNetwork')
  })

  it('shows SwitchNetwork for the embedded wallet, which serves both families', async () => {
    const { latchkey } = clientWorld({
      connectors: [{ id: 'ID_AUTH', type: 'AUTH', chains: ['eip155', 'solana'] }],
    })
    await latchkey.connect({ connectorId: 'ID_AUTH', namespaces: ['eip155'] })
    await latchkey.networkSwitch.request(sol.caipNetworkId)
    expect(latchkey.router.state.view).toBe('SwitchNetwork')
  })

  it("shows SwitchActiveChain for an embedded wallet that does not serve the network's family", async () => {
    const { latchkey } = clientWorld({ connectors: [{ id: 'ID_AUTH', type: 'AUTH' }] })
    await latchkey.connect({ connectorId: 'ID_AUTH' })
    await latchkey.networkSwitch.request('bip122:main')
    expect(latchkey.router.state.view).toBe('SwitchActiveChain')
  })
})

describe('switching the network', () => {
  it('sends a request to the connected wallet, and changes the network after the wallet has switched', async () => {
    const { latchkey, wallet, stored } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    const heard: unknown[] = []
    latchkey.networkSwitch.on('switched', (event) => heard.push(event))
    let approve: (() => void) | undefined
    wallet('a').onSwitch = () => new Promise<void>((resolve) => (approve = resolve))
    const switching = latchkey.switchNetwork('eip155:2')
    await expect.poll(() => approve, { message: 'the wallet is asked to switch' }).toBeDefined()
    expect(latchkey.networkSwitch.state).toEqual({ phase: 'switching', target: two })
    expect(latchkey.network.activeNetwork).toBe(one)
    approve?.()
    await switching
    expect(latchkey.network.activeNetwork).toEqual(two)
    expect(latchkey.account.active.caipAddress).toBe('eip155:2:a-eip155')
    expect(stored.get('activeNetworkId')).toBe('eip155:2')
    expect(heard).toEqual([{ network: two, fromUnsupported: false }])
    expect(latchkey.networkSwitch.state).toEqual({ phase: 'idle', target: undefined })
  })

  it('reports that the visitor left an unsupported network', async () => {
    const { latchkey, wallet } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    wallet('a').moveTo('eip155:99')
    const heard: unknown[] = []
    latchkey.networkSwitch.on('switched', ({ fromUnsupported }) => heard.push(fromUnsupported))
    await latchkey.switchNetwork('eip155:2')
    expect(heard).toEqual([true])
  })

  it('changes the network at once if no wallet of the family is connected', async () => {
    const { latchkey } = clientWorld()
    await latchkey.switchNetwork('solana:main')
    expect(latchkey.network.state.activeNamespace).toBe('solana')
  })

  it('shows the account of the new family after a switch to a network of a different family', async () => {
    const { latchkey } = clientWorld({ connectors: [both] })
    await latchkey.connect({ connectorId: 'm' })
    await latchkey.switchNetwork('solana:main')
    expect(latchkey.account.active.caipAddress).toBe('solana:main:m-solana')
  })

  it('changes nothing when the visitor rejects it', async () => {
    const { latchkey, wallet, stored } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    wallet('a').onSwitch = rejects
    const heard: unknown[] = []
    latchkey.networkSwitch.on('failed', ({ network }) => heard.push(network))
    await expect(latchkey.switchNetwork('eip155:2')).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    expect(latchkey.network.activeNetwork).toEqual(one)
    expect(latchkey.account.active.caipAddress).toBe('eip155:1:a-eip155')
    expect(stored.get('activeNetworkId')).not.toBe('eip155:2')
    expect(latchkey.networkSwitch.state).toEqual({ phase: 'idle', target: undefined })
    expect(heard).toEqual([two])
  })

  it('goes back one view in the modal after a failure', async () => {
    const { latchkey, wallet } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    wallet('a').onSwitch = rejects
    await latchkey.open({ view: 'Networks' })
    await latchkey.networkSwitch.request('eip155:2')
    await expect(latchkey.switchNetwork('eip155:2')).rejects.toThrow()
    expect(latchkey.router.state.view).toBe('Networks')
  })

  it('closes the modal after leaving an unsupported network', async () => {
    const { latchkey, wallet } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    wallet('a').moveTo('eip155:99')
    await expect
      .poll(() => latchkey.router.state.view, { message: 'the modal asks for another network' })
      .toBe('UnsupportedChain')
    // When the visitor chooses a network in the modal, the modal makes this call.
    await latchkey.networkSwitch.request('eip155:1')
    await latchkey.switchNetwork('eip155:1')
    expect(latchkey.modal.state.open).toBe(false)
  })

  it('refuses a network that the host did not configure, with an alert for the developer', async () => {
    const { latchkey, wallet } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    await expect(latchkey.switchNetwork('eip155:99')).rejects.toMatchObject({
      code: 'network/not-requested',
      message: "Network eip155:99 isn't in the `networks` option",
    })
    await expect
      .poll(() => latchkey.alert.state, { message: 'the alert names the problem' })
      .toMatchObject({ open: true, shortMessage: 'Network Not Found' })
    expect(wallet('a').where.eip155).toBeUndefined()
  })

  it('does nothing when the network is active already', async () => {
    const { latchkey, wallet } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    wallet('a').onSwitch = never
    await latchkey.switchNetwork('eip155:1')
    expect(latchkey.networkSwitch.state.phase).toBe('idle')
  })

  it('sends one wallet request for two calls for the same network', async () => {
    const { latchkey, wallet } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    let asked = 0
    let approve = () => {}
    wallet('a').onSwitch = () => {
      asked++
      return new Promise<void>((resolve) => (approve = resolve))
    }
    const calls = [latchkey.switchNetwork('eip155:2'), latchkey.switchNetwork('eip155:2')]
    await expect.poll(() => asked, { message: 'the wallet is asked to switch' }).toBe(1)
    approve()
    await Promise.all(calls)
    expect(asked).toBe(1)
  })

  it('replaces a pending call with a later call, even if the later call asks for the current network', async () => {
    const { latchkey, wallet } = clientWorld({
      networks: [one, two, { ...two, id: '3', caipNetworkId: 'eip155:3' }],
    })
    await latchkey.connect({ connectorId: 'a' })
    wallet('a').onSwitch = never
    const first = latchkey.switchNetwork('eip155:2')
    await expect
      .poll(() => latchkey.networkSwitch.state.phase, { message: 'the switch begins' })
      .toBe('switching')
    const second = latchkey.switchNetwork('eip155:3')
    await expect(first).rejects.toMatchObject({ code: 'flow/superseded' })
    await latchkey.switchNetwork('eip155:1')
    await expect(second).rejects.toMatchObject({ code: 'flow/superseded' })
    expect(latchkey.networkSwitch.state).toEqual({ phase: 'idle', target: undefined })
  })

  it('ends when the caller aborts', async () => {
    const { latchkey, wallet } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    wallet('a').onSwitch = never
    const stop = new AbortController()
    const switching = latchkey.switchNetwork('eip155:2', { signal: stop.signal })
    await expect
      .poll(() => latchkey.networkSwitch.state.phase, { message: 'the switch begins' })
      .toBe('switching')
    stop.abort()
    await expect(switching).rejects.toMatchObject({ code: 'flow/aborted' })
    await expect.poll(() => latchkey.networkSwitch.state.phase, { message: 'the switch ends' }).toBe('idle')
  })

  it('lets one of two callers abort without affecting the other', async () => {
    const { latchkey, wallet } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    let approve: (() => void) | undefined
    wallet('a').onSwitch = () => new Promise<void>((resolve) => (approve = resolve))
    const stop = new AbortController()
    const first = latchkey.switchNetwork('eip155:2', { signal: stop.signal })
    const second = latchkey.switchNetwork('eip155:2')
    await expect.poll(() => approve, { message: 'the wallet is asked to switch' }).toBeDefined()
    stop.abort()
    await expect(first).rejects.toMatchObject({ code: 'flow/aborted' })
    approve?.()
    await second
    expect(latchkey.network.activeNetwork).toEqual(two)
  })

  it('changes nothing when the wallet disconnected meanwhile', async () => {
    const { latchkey, wallet } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    wallet('a').onSwitch = async () => wallet('a').end('wallet')
    await expect(latchkey.switchNetwork('eip155:2')).rejects.toMatchObject({
      code: 'wallet/closed-during-request',
    })
    expect(latchkey.network.activeNetwork).toEqual(one)
  })
})
