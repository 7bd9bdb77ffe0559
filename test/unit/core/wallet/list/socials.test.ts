import { describe, expect, it } from 'vitest'
import { socialNames, usableSocials } from '../../../../../src/core/wallet/list/socials.ts'

const here = { telegram: false, ios: false, mac: false, android: false }

describe('the social login providers', () => {
  it('are the providers of the specification, in the same order', () => {
    const all = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']
    expect(socialNames).toEqual(all)
    expect(usableSocials(socialNames, { ...here, ios: true, mac: true, android: true })).toEqual(all)
    expect(usableSocials(socialNames, { ...here, telegram: true })).toEqual(all)
  })

  it.each([
    ['ios', ['google']],
    ['mac', ['x']],
    ['android', ['x', 'facebook']],
  ] as const)('in Telegram on %s are all but %j', (platform, out) => {
    const left = usableSocials(socialNames, { ...here, telegram: true, [platform]: true })
    expect(socialNames.filter((name) => !left.includes(name))).toEqual(out)
  })
})
