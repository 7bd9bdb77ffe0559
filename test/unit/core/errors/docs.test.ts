import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { errorHint, errorHints } from '../../../../cli/output/error-hint.ts'
import { catalogue, type ErrorCode } from '../../../../src/core/errors/catalogue.ts'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'

const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')
const codes = Object.keys(catalogue) as ErrorCode[]

// The sections of the file: anchor, heading, the message as a quotation, the meaning, what to do.
const sections = new Map(
  [
    ...page.matchAll(
      /<a id="([^"]+)"><\/a>\n\n### `([^`]+)`\n\n> (.+)\n\n(.+)\n\n\*\*What to do:\*\* (.+)\n/g,
    ),
  ].map(([, anchor, code, message, meaning, remedy]) => [code, { anchor, message, meaning, remedy }]),
)

describe('docs/errors.md', () => {
  it('explains every code and nothing else', () => {
    expect([...sections.keys()].sort()).toEqual([...codes].sort())
  })

  it.each(codes)(
    'explains %s with its message, its meaning and what to do, at the anchor of docsUrl',
    (code) => {
      const section = sections.get(code)
      expect(`docs/errors.md#${section?.anchor}`).toBe(latchkeyError(code).docsUrl)
      expect(section?.message).toBe(catalogue[code])
      expect(section?.meaning?.length).toBeGreaterThan(15)
    },
  )

  it('advises to pay again after a replacement only if the replacement is not the same payment with another fee', () => {
    const advice = [...page.split('\n'), ...Object.values(errorHints)].filter(
      (text) => /pay again/i.test(text) && /\breplaced\b/.test(text),
    )
    expect(advice.length).toBeGreaterThan(1)
    for (const text of advice) expect(text).toContain('`repriced`')
  })
})

describe("the command line's hints", () => {
  it('cover every code', () => {
    expect(Object.keys(errorHints).sort()).toEqual([...codes].sort())
  })

  it.each(codes)('have one line for %s, equal to the text in the documentation', (code) => {
    expect(errorHint(code)).toBe(sections.get(code)?.remedy)
    expect(errorHint(code)).toMatch(/^[^\n]{8,160}\.$/)
  })

  it('are empty for an unknown code', () => {
    expect(errorHint('constructor')).toBeUndefined()
  })
})
