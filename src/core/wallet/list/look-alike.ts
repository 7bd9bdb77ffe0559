import { lookAlikes } from '../look-alike-letters.ts'

const letterOf: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(lookAlikes).flatMap(([letter, alike]) => [...alike].map((one) => [one, letter] as const)),
)

/** Digits and signs that look like letters, as in `MetaMa5k`. */
const replaced: Readonly<Record<string, string>> = {
  2: 'z',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
  $: 's',
  '@': 'a',
}

/**
 * The patterns that divide a name: characters that aren't part of a word, separators between words, and the ends of words inside
 * a text such as `MetaMask`.
 */
interface Division {
  readonly ignored: RegExp
  readonly separators: RegExp
  readonly humps: RegExp
}

const divisionOfAll: Division = {
  ignored: /[^\p{L}\p{N}|$@]/gu,
  separators: /[^\p{L}\p{N}\p{M}|$@]+/u,
  humps: /(\p{Ll})(?=[\p{Lu}\p{N}|$@])/gu,
}
/** Gives the same results as `divisionOfAll` for ASCII, but faster, because the first use of a Unicode property is slow. */
const divisionOfAscii: Division = {
  ignored: /[^a-z\d|$@]/gi,
  separators: /[^a-z\d|$@]+/i,
  humps: /([a-z])(?=[A-Z\d|$@])/g,
}
const isAscii = (text: string) => /^[ -~]*$/.test(text)
const divisionOf = (text: string) => (isAscii(text) ? divisionOfAscii : divisionOfAll)

/**
 * Returns the visual skeleton of a name. People easily confuse names with the same skeleton. The skeleton ignores case, spaces,
 * marks, punctuation, repeated letters and invisible characters. It replaces digits and letters of other scripts with the Latin
 * letters that look like them. Based on UTS #39, section 4.
 */
export function skeleton(name: string): string {
  return lettersOf(name.normalize('NFKD')) || name.trim()
}

function lettersOf(decomposed: string): string {
  const letters = [...decomposed.replace(divisionOf(decomposed).ignored, '')]
  const seen = letters
    .map((one) => letterOf[one] ?? one.toLowerCase())
    .map((one) => letterOf[one] ?? replaced[one] ?? one)
    .join('')
  return seen
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/(.)\1+/gu, '$1')
}

/** In a long name, only this many words at the start and this many words at the end are read. */
const someWords = 6
/**
 * A name with fewer characters doesn't count as imitated if it is only a part of a word. So `SafePal` doesn't imitate `Safe`, but
 * `MetaMaskPro` imitates `MetaMask`.
 */
const shortestPart = 6

/**
 * Returns the skeletons of the names that a name contains, such as `metamask` in "MetaMask (official)", and the skeleton of the
 * name read backwards. Leaves out the name's own skeleton.
 */
export function skeletonsWithin(name: string): ReadonlySet<string> {
  const text = name.normalize('NFKD')
  const found = new Set([
    lettersOf([...text].reverse().join('')),
    ...sequencesOf(text),
    ...sequencesOf(text.replace(divisionOf(text).humps, '$1 ')).filter(
      ({ length }) => length >= shortestPart,
    ),
  ])
  found.delete(skeleton(name))
  return found
}

function sequencesOf(text: string): readonly string[] {
  const all = text.split(divisionOf(text).separators)
  const words = all.length > 2 * someWords ? [...all.slice(0, someWords), ...all.slice(-someWords)] : all
  return words.flatMap((_, from) =>
    words.slice(from).map((_, more) => lettersOf(words.slice(from, from + more + 1).join(''))),
  )
}

/** Matches scripts that legitimate names mix with Latin letters (UTS #39, section 5.2, "highly restrictive"). */
const mixable =
  /[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]/u

/** Returns whether a name mixes Latin letters with a script that legitimate names don't mix with them. */
export function hasMixedScripts(name: string): boolean {
  return !isAscii(name) && /\p{Script=Latin}/u.test(name) && [...name].some((one) => !mixable.test(one))
}
