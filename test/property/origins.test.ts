import { describe, expect, it } from 'vitest'
import { isAllowedOrigin, originPattern } from '../../src/servers/project-config/origins.ts'
import { fc } from '../support/fast-check.ts'

const label = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,8}[a-z0-9]$/)
const host = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => `${labels.join('.')}.example`)
const origin = fc
  .tuple(fc.constantFrom('http', 'https'), host, fc.option(fc.integer({ min: 1024, max: 65_535 })))
  .map(([scheme, name, port]) => `${scheme}://${name}${port === null ? '' : `:${port}`}`)

describe('the pages that may send requests', () => {
  it('have a listed origin', () => {
    fc.assert(
      fc.property(origin, origin, (listed, other) => {
        expect(originPattern.safeParse(listed).success).toBe(true)
        expect(isAllowedOrigin([listed], listed)).toBe(true)
        expect(isAllowedOrigin([listed], other)).toBe(listed === other)
      }),
    )
  })

  it('include the subdomains of a host with a wildcard, but no similar host', () => {
    fc.assert(
      fc.property(label, host, host, (below, listed, other) => {
        const patterns = [`https://*.${listed}`]
        expect(isAllowedOrigin(patterns, `https://${below}.${listed}`)).toBe(true)
        expect(isAllowedOrigin(patterns, `https://${listed}`)).toBe(false)
        expect(isAllowedOrigin(patterns, `http://${below}.${listed}`)).toBe(false)
        expect(isAllowedOrigin(patterns, `https://${below}.${listed}.${other}`)).toBe(
          `${listed}.${other}`.endsWith(`.${listed}`) && `${below}.${listed}.${other}`.endsWith(`.${listed}`),
        )
        expect(isAllowedOrigin(patterns, `https://evil.example:443.${listed}`)).toBe(false)
        expect(isAllowedOrigin(patterns, `https://evil.example/.${listed}`)).toBe(false)
        expect(isAllowedOrigin(patterns, `https://a@evil.example.${listed}`)).toBe(false)
      }),
    )
  })

  it('may have any port if the listed origin has a wildcard for the port', () => {
    expect(originPattern.safeParse('http://localhost:*').success).toBe(true)
    expect(isAllowedOrigin(['http://localhost:*'], 'http://localhost:5173')).toBe(true)
    expect(isAllowedOrigin(['http://localhost:*'], 'http://localhost:5173.evil.example')).toBe(false)
    expect(isAllowedOrigin(['http://localhost:*'], 'http://localhost')).toBe(false)
  })
})
