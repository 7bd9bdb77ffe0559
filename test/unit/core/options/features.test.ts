import { describe, expect, it } from 'vitest'
import {
  type ProjectFeature,
  remoteDefaults,
  resolveRemoteFeatures,
} from '../../../../src/core/options/features.ts'
import { fc } from '../../../support/fast-check.ts'

const off = {
  swaps: false,
  onramp: false,
  email: false,
  socials: false,
  activity: false,
  reownBranding: false,
}
const entry = (id: string, isEnabled: boolean, config: readonly string[] | null): ProjectFeature => ({
  id,
  isEnabled,
  config,
})
const featuresOf = (
  entries: readonly ProjectFeature[] | undefined,
  local: Parameters<typeof resolveRemoteFeatures>[1] = {},
) => resolveRemoteFeatures(entries, local).features

describe('the features of a project', () => {
  it('have the defaults of the specification if neither the host nor the project sets them', () => {
    expect(featuresOf(undefined)).toEqual({
      swaps: ['1inch'],
      onramp: ['coinbase', 'meld'],
      email: true,
      socials: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'],
      activity: true,
      reownBranding: true,
    })
  })

  it("follow the host's options if the configuration could not be loaded", () => {
    expect(
      featuresOf(undefined, {
        email: false,
        socials: ['x', 'google'],
        history: false,
        swaps: true,
        onramp: ['meld'],
        reownBranding: false,
      } as never),
    ).toEqual({
      swaps: ['1inch'],
      onramp: ['meld'],
      email: false,
      socials: ['x', 'google'],
      activity: false,
      reownBranding: false,
    })
    expect(featuresOf(undefined, { socials: true, activity: true, history: false })).toMatchObject({
      socials: remoteDefaults.socials,
      activity: true,
    })
    expect(featuresOf(undefined, { socials: [] }).socials).toBe(false)
  })

  it("are off when the project's list omits them", () => {
    expect(featuresOf([], { email: true, socials: true, activity: true })).toEqual(off)
  })

  it("follow the project's list over the host's options", () => {
    const entries = [
      entry('social_login', true, ['email', 'github', 'myspace', 'github']),
      entry('swap', true, ['1inch']),
      entry('onramp', true, []),
      entry('activity', true, []),
      entry('reown_branding', false, ['x']),
      entry('never_heard_of', true, ['x']),
    ]
    const { features, ignored } = resolveRemoteFeatures(entries, {
      email: false,
      socials: false,
      history: false,
      receive: false,
    })
    expect(features).toEqual({
      swaps: ['1inch'],
      onramp: false,
      email: true,
      socials: ['github'],
      activity: true,
      reownBranding: false,
    })
    // The report uses the newer name of `history`.
    expect(ignored).toEqual(['features.email', 'features.socials', 'features.activity'])
    expect(resolveRemoteFeatures(entries, {}).ignored).toEqual([])
  })

  it('are off if the project switches them off, even if their configuration lists values', () => {
    const entries = ['social_login', 'swap', 'onramp', 'activity', 'reown_branding'].map((id) =>
      entry(id, false, ['email', 'x', 'meld']),
    )
    expect(featuresOf(entries)).toEqual(off)
  })

  it("follow the host if the project's list gives them the configuration null", () => {
    const entries = ['social_login', 'activity', 'reown_branding', 'swap'].map((id) => entry(id, false, null))
    const { features, ignored } = resolveRemoteFeatures(entries, { email: false, activity: false })
    expect(features).toEqual({ ...remoteDefaults, email: false, activity: false, onramp: false })
    expect(ignored).toEqual([])
  })

  it('contain only switches and lists of names, and leave the defaults unchanged', () => {
    const isNames = (value: unknown) =>
      Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string')
    const before = structuredClone(remoteDefaults)
    const list = fc.option(fc.array(fc.oneof(fc.string(), fc.constantFrom('email', 'x', '1inch'))), {
      nil: null,
    })
    const id = fc.constantFrom('social_login', 'swap', 'onramp', 'activity', 'reown_branding', '__proto__')
    const entries = fc.option(fc.array(fc.record({ id, isEnabled: fc.boolean(), config: list })), {
      nil: undefined,
    })
    const local = fc.dictionary(
      fc.constantFrom('email', 'socials', 'activity', 'history', 'swaps', 'onramp'),
      fc.oneof(fc.anything(), fc.array(fc.anything(), { minLength: 1 })),
    )
    fc.assert(
      fc.property(entries, local, (given, written) => {
        const { features } = resolveRemoteFeatures(given, written as never)
        expect(Object.keys(features)).toEqual(Object.keys(off))
        for (const value of Object.values(features))
          expect(typeof value === 'boolean' || isNames(value)).toBe(true)
        expect(remoteDefaults).toEqual(before)
      }),
    )
  })
})
