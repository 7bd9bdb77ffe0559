/** What others are taken for, by the letter that they look like: the common part of UTS #39's table of confusables. */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аαɑᴀАΑᎪ',
  b: 'ЬᏏвʙВΒᏴß',
  c: 'сϲᴄСϹᏟ',
  d: 'ԁᏧᴅᎠđ',
  e: 'еεҽᴇЕΕᎬɛ',
  f: 'ƒꜰϜ',
  g: 'ɡցɢԌᏀ',
  h: 'һհнʜНΗᎻħ',
  j: 'јϳᴊЈᎫ',
  k: 'κкᴋКΚᏦƙ',
  l: 'iIіІιΙıɩɪӏӀ1|ʟᏞłاǀ',
  m: 'мᴍМΜᎷ',
  n: 'ոпηɴΝ',
  o: '0оοօᴏОΟՕøס',
  p: 'рρᴘРΡᏢ',
  q: 'ԛզԚ',
  r: 'гʀᴦᎡ',
  s: 'ѕꜱЅᏚ',
  t: 'тτᴛТΤᎢŧ',
  u: 'υսцᴜՍ',
  v: 'νѵᴠѴᏙ',
  w: 'ԝωшᴡԜᎳ',
  x: 'хχХΧ',
  y: 'уγʏҮУΥᎩ',
  z: 'ᴢΖᏃ',
}
const letterOf: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(lookAlikes).flatMap(([letter, alike]) => [...alike].map((one) => [one, letter] as const)),
)

/**
 * What a name looks like: two names with the same skeleton are easily taken for each other. Case, blanks, marks, punctuation
 * and what cannot be seen do not count; letters of other scripts count as the Latin ones that they look like. After UTS #39,
 * section 4, with a table of our own.
 */
export function skeleton(name: string): string {
  const letters = [...name.normalize('NFKD').replace(/[^\p{L}\p{N}|]/gu, '')]
  const seen = letters.map((one) => letterOf[one] ?? one.toLowerCase()).map((one) => letterOf[one] ?? one)
  return seen.join('').replaceAll('rn', 'm').replaceAll('vv', 'w') || name.trim()
}

const borrowed =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}]/u

/** Whether a Latin name borrows letters of a script that looks like it, as nobody does who wants to be recognised. */
export function borrowsLetters(name: string): boolean {
  return /\p{Script=Latin}/u.test(name) && borrowed.test(name)
}
