import { describe, expect, it, vi } from 'vitest'
import { OptionsController } from '../../../../src/controllers/shell/options-controller.ts'
import { type LatchkeyOptions, resolveOptions } from '../../../../src/core/options.ts'
import type { ProjectConfigEntry } from '../../../../src/core/project-features.ts'
import { mainnet } from '../../../../src/networks/index.ts'
import type { PageTraits } from '../../../../src/ports.ts'

const desktop = {
  mobile: false,
  ios: false,
  android: false,
  mac: false,
  safari: false,
  appleSafari: false,
  telegram: false,
  saveData: false,
  framed: false,
}

function setup(input: Partial<LatchkeyOptions> = {}, traits: Partial<PageTraits> = {}) {
  const options = new OptionsController({
    options: resolveOptions({ networks: [mainnet], ...input }),
    page: { traits: { ...desktop, ...traits } },
  })
  const ignored = vi.fn()
  options.on('localConfigurationIgnored', ignored)
  return { options, ignored }
}
const entry = (id: string, config: unknown, isEnabled = true): ProjectConfigEntry => ({
  id,
  isEnabled,
  config,
})

describe('options', () => {
  it('holds the options in effect as plain data', () => {
    const { options } = setup({ projectId: 'abc', connectors: [() => ({}) as never] })
    expect(options.state).toMatchObject({ projectId: 'abc', enableNetworkSwitch: true, debug: true })
    expect(() => structuredClone(options.state)).not.toThrow()
    expect(options.state).not.toHaveProperty('connectors')
  })

  it('changes what is named and keeps the rest', () => {
    const { options } = setup({ projectId: 'abc' })
    options.updateOptions({ termsConditionsUrl: 'https://example.org/terms', enableWallets: false })
    expect(options.state).toMatchObject({
      projectId: 'abc',
      termsConditionsUrl: 'https://example.org/terms',
      enableWallets: false,
    })
  })

  it('brings a default back for undefined', () => {
    const { options } = setup({ projectId: 'abc', enableWallets: false })
    options.updateOptions({ projectId: undefined, enableWallets: undefined })
    expect(options.state).toMatchObject({ projectId: undefined, enableWallets: true })
  })

  it('refuses a wrong value, names the field and changes nothing', () => {
    const { options } = setup()
    const before = options.state
    expect(() => options.updateOptions({ debug: false, enableWallets: 'yes' as never })).toThrow(
      /enableWallets/,
    )
    expect(options.state).toBe(before)
  })

  it('does not take what cannot change while the client lives', () => {
    const { options } = setup()
    options.updateOptions({ name: 'other', features: { send: false } } as never)
    expect(options.state).not.toHaveProperty('name')
    expect(options.state.features.send).toBe(true)
  })
})

describe('features', () => {
  it('starts with the defaults of the specification', () => {
    const { options } = setup()
    expect(options.state.features).toMatchObject({
      receive: true,
      send: true,
      emailShowWallets: true,
      analytics: true,
      allWallets: true,
      legalCheckbox: false,
      smartSessions: false,
      collapseWallets: false,
      pay: false,
    })
  })

  it('merges local features', () => {
    const { options } = setup({ features: { legalCheckbox: true } })
    options.setFeatures({ receive: false })
    expect(options.state.features).toMatchObject({ legalCheckbox: true, receive: false, send: true })
  })

  it('merges remote features', () => {
    const { options } = setup()
    options.setRemoteFeatures({ email: false })
    expect(options.state.remoteFeatures).toMatchObject({ email: false, activity: true })
  })

  it('leaves out the social providers that do not work inside Telegram', () => {
    const { options } = setup({}, { telegram: true, android: true })
    expect(options.state.remoteFeatures.socials).not.toContain('x')
    options.setRemoteFeatures({ socials: ['x', 'facebook', 'github'] })
    expect(options.state.remoteFeatures.socials).toEqual(['github'])
    options.setRemoteFeatures({ socials: false })
    expect(options.state.remoteFeatures.socials).toBe(false)
  })

  it('uses what the host wrote while there is no remote configuration', async () => {
    const { options, ignored } = setup({ features: { email: false } })
    expect(options.state.remoteFeatures.email).toBe(false)
    await options.applyProjectConfig(null)
    expect(options.state.remoteFeatures).toMatchObject({ email: false, activity: true })
    expect(ignored).not.toHaveBeenCalled()
  })

  it('lets the remote configuration win, and says which local settings it ignores', async () => {
    const { options, ignored } = setup({ features: { email: false, swaps: false } })
    await options.applyProjectConfig([entry('social_login', ['email', 'github']), entry('swap', ['1inch'])])
    expect(options.state.remoteFeatures).toEqual({
      email: true,
      socials: ['github'],
      swaps: ['1inch'],
      onramp: false,
      activity: false,
      reownBranding: false,
    })
    expect(ignored).toHaveBeenCalledExactlyOnceWith({ features: ['features.swaps', 'features.email'] })
  })

  it('ignores nothing when the host set nothing', async () => {
    const { options, ignored } = setup()
    await options.applyProjectConfig([entry('swap', ['1inch'], false)])
    expect(options.state.remoteFeatures.swaps).toBe(false)
    expect(ignored).not.toHaveBeenCalled()
  })
})
