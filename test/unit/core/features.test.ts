import { describe, expect, it } from 'vitest'
import {
  defaultRemoteFeatures,
  type FeatureOptions,
  hostFeatures,
  localFeatures,
  noRemoteFeatures,
  socialOrder,
  socialProviders,
  socialsOn,
} from '../../../src/core/features.ts'
import { type ProjectConfigEntry, projectFeatures } from '../../../src/core/project-features.ts'

/** As `OptionsController` decides. */
function resolveRemoteFeatures(
  options: FeatureOptions = {},
  config?: readonly ProjectConfigEntry[] | null,
  basic = false,
) {
  const own = hostFeatures(options, basic)
  if (!config || basic) return { features: own, ignored: [] }
  return projectFeatures(config, options, { own, defaults: defaultRemoteFeatures })
}

describe('local features', () => {
  it('have the defaults of the specification', () => {
    expect(localFeatures()).toEqual({
      receive: true,
      send: true,
      emailShowWallets: true,
      analytics: true,
      allWallets: true,
      legalCheckbox: false,
      smartSessions: false,
      collapseWallets: false,
      pay: false,
      walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
    })
  })

  it('are what the host set; undefined keeps a default, and remote ones are left out', () => {
    const features = localFeatures({
      send: { namespaces: ['bip122'] },
      receive: undefined,
      swaps: false,
      history: false,
      connectMethodsOrder: ['wallet'],
    })
    expect(features).toMatchObject({
      send: { namespaces: ['bip122'] },
      receive: true,
      connectMethodsOrder: ['wallet'],
    })
    expect(features).not.toHaveProperty('swaps')
    expect(features).not.toHaveProperty('history')
  })
})

describe('remote features', () => {
  it('have the defaults of the specification while there is no configuration', () => {
    const expected = {
      swaps: ['1inch'],
      onramp: ['coinbase', 'meld'],
      email: true,
      socials: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'],
      activity: true,
      reownBranding: true,
    }
    expect(resolveRemoteFeatures()).toEqual({ features: expected, ignored: [] })
    expect(resolveRemoteFeatures({}, null).features).toEqual(expected)
    expect(resolveRemoteFeatures({ swaps: true, email: undefined }, null).features).toEqual(expected)
  })

  it('are the settings of the host while there is no configuration', () => {
    const { features, ignored } = resolveRemoteFeatures(
      { swaps: false, onramp: ['meld'], email: false, socials: [], history: false, reownBranding: false },
      null,
    )
    expect(features).toEqual({
      swaps: false,
      onramp: ['meld'],
      email: false,
      socials: false,
      activity: false,
      reownBranding: false,
    })
    expect(ignored).toEqual([])
  })

  it('are all off in a basic build', () => {
    expect(resolveRemoteFeatures({ email: true }, [], true)).toEqual({
      features: noRemoteFeatures,
      ignored: [],
    })
  })

  it('are off where the configuration does not name them', () => {
    expect(resolveRemoteFeatures({}, []).features).toEqual(noRemoteFeatures)
  })

  it('are what the configuration says', () => {
    const { features, ignored } = resolveRemoteFeatures({}, [
      { id: 'social_login', isEnabled: true, config: ['email', 'x', 'google', 'myspace'] },
      { id: 'swap', isEnabled: true, config: ['1inch'] },
      { id: 'onramp', isEnabled: true, config: ['meld', 7] },
      { id: 'activity', isEnabled: true, config: [] },
      { id: 'reown_branding', isEnabled: false, config: [] },
    ])
    expect(features).toEqual({
      email: true,
      socials: ['x', 'google'],
      swaps: ['1inch'],
      onramp: ['meld'],
      activity: true,
      reownBranding: false,
    })
    expect(ignored).toEqual([])
  })

  it.each([[[]], ['coinbase'], [{ 0: 'coinbase' }]])('are off when a provider list is %j', (config) => {
    expect(resolveRemoteFeatures({}, [{ id: 'onramp', isEnabled: true, config }]).features.onramp).toBe(false)
  })

  it('are off when the entry is not enabled, whatever its list', () => {
    const entries = ['social_login', 'swap', 'activity'].map((id) => ({
      id,
      isEnabled: false,
      config: ['email', 'x', '1inch'],
    }))
    expect(resolveRemoteFeatures({}, entries).features).toEqual(noRemoteFeatures)
  })

  it('fall back to the host, then to the default, when an entry has no details', () => {
    const entries = ['swap', 'activity', 'onramp'].map((id) => ({ id, isEnabled: false, config: null }))
    const { features, ignored } = resolveRemoteFeatures({ onramp: ['meld'] }, entries)
    expect(features).toMatchObject({ swaps: ['1inch'], activity: true, onramp: ['meld'] })
    expect(ignored).toEqual([])
  })

  it('report every local setting that lost, by the name that the host used', () => {
    const entries = [{ id: 'social_login', isEnabled: true, config: ['email'] }]
    expect(resolveRemoteFeatures({ email: false, swaps: true, history: true }, entries).ignored).toEqual([
      'features.swaps',
      'features.email',
      'features.history',
    ])
    expect(resolveRemoteFeatures({ activity: true }, entries).ignored).toEqual(['features.activity'])
  })

  it('never change the defaults', () => {
    const before = structuredClone(defaultRemoteFeatures)
    resolveRemoteFeatures({ socials: ['x'] }, [
      { id: 'social_login', isEnabled: true, config: ['email', 'apple'] },
    ])
    resolveRemoteFeatures({ email: false }, null)
    resolveRemoteFeatures({}, [], true)
    expect(defaultRemoteFeatures).toEqual(before)
  })
})

describe('social providers', () => {
  it('have an order of their own in the modal', () => {
    expect(socialOrder).toEqual(['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'])
    expect([...socialOrder].sort()).toEqual([...socialProviders].sort())
  })

  it.each([
    [{ ios: true }, ['x', 'discord', 'farcaster', 'github', 'apple', 'facebook']],
    [{ mac: true }, ['google', 'discord', 'farcaster', 'github', 'apple', 'facebook']],
    [{ android: true }, ['google', 'discord', 'farcaster', 'github', 'apple']],
    [{}, [...socialProviders]],
  ])('are filtered inside Telegram on %j', (device, socials) => {
    const traits = { telegram: true, ios: false, mac: false, android: false, ...device }
    expect(socialsOn(traits, socialProviders)).toEqual(socials)
    expect(socialsOn({ ...traits, telegram: false }, socialProviders)).toEqual([...socialProviders])
  })
})
