import { createLatchkey, type LatchkeyOptions } from 'latchkey'
import { memoryPlatform } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import { errorHints } from '../../cli/output/error-hint.ts'
import { alerts } from '../../src/core/errors/alerts.ts'
import { unimplemented } from '../../src/core/unimplemented.ts'
import { mainnet } from '../../src/networks/eip155.ts'
import { englishErrors } from '../../src/ui-react/language/english-errors.ts'
import { pages } from './pages.ts'

/** The page that tells AppKit's users which of their options are refused. */
const guide = 'docs/coming-from-appkit.md'

const told: readonly (readonly [string, string])[] = [
  // Quoted messages may name options (S2.8), and docs/spec names the options that Latchkey leaves out.
  ...pages
    .filter(({ path }) => !path.startsWith('docs/spec/'))
    .map(({ path, text }) => [path, text.replaceAll(/^> .+$/gm, '')] as const),
  ...Object.entries(errorHints).map(([code, text]) => [`the CLI's hint for ${code}`, text] as const),
  ...Object.entries(englishErrors).map(([code, text]) => [`the modal's words for ${code}`, text] as const),
  ...Object.entries(alerts).map(([key, { long }]) => [`the alert ${key}`, long] as const),
]

/** The path of each option that `createLatchkey` refuses. */
const refused = Object.entries(unimplemented).flatMap(([group, names]) =>
  names.split(' ').map((name) => ({ group, name, path: group === 'options' ? name : `${group}.${name}` })),
)

/**
 * Returns whether a text names the option: by its path, or with a word such as "option". The name alone isn't enough,
 * because most names are also ordinary words.
 */
function names(text: string, { group, name }: (typeof refused)[number]): boolean {
  // Excludes texts that contain the name but don't mean the option: the code `siwx/not-enabled`, the link `#siwx-not-enabled`,
  // the entry `latchkey/siwx` and the folder `src/siwx`.
  const word = `(?<!(latchkey|src)/)\\b${name}\\b(?![/-])`
  const forms = [`${word} (options?|feature|endpoint)\\b`]
  if (group !== 'options')
    forms.push(`\\b${group === 'features' ? '(f|remoteF)eatures' : group}\\.${name}\\b`)
  else if (/[A-Z]|siwx/.test(name)) forms.push(word)
  return new RegExp(forms.join('|')).test(text)
}

describe('an option that is not implemented', () => {
  it.each(refused)('is refused as not built, such as $path', ({ group, name }) => {
    const set = { [name]: true }
    const options = {
      networks: [mainnet],
      platform: memoryPlatform(),
      ...(group === 'options' ? set : { [group]: set }),
    }
    expect(() => createLatchkey(options as LatchkeyOptions)).toThrow(
      expect.objectContaining({ code: 'config/not-built' }),
    )
  })

  it.each(refused)('appears in no hint, no docs page and no explanation, such as $path', (option) => {
    const elsewhere = told.filter(([where]) => where !== guide)
    expect(elsewhere.filter(([, text]) => names(text, option)).map(([where]) => where)).toEqual([])
  })

  it.each(refused.filter(({ group }) => group === 'options'))(
    "is listed in the guide for AppKit's users, such as $path",
    (option) => {
      expect(names(told.find(([where]) => where === guide)?.[1] ?? '', option)).toBe(true)
    },
  )
})
