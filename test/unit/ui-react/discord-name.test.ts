import { describe, expect, it } from 'vitest'
import { discordName } from '../../../src/ui-react/parts/social/discord-name.ts'

describe('the name of a Discord user', () => {
  it.each([
    ['ann#0', 'ann'],
    ['ann0', 'ann'],
    ['ann#1230', 'ann#1230'],
    ['neo2000#0', 'neo2000'],
    ['ann', 'ann'],
  ])('is shown for %s as %s', (sent, shown) => {
    expect(discordName(sent)).toBe(shown)
  })
})
