/** Letters with the characters that look like them: the common part of the confusables of UTS #39. */
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
 * The visual skeleton of a name: names with the same skeleton are easily confused. Ignores case, spaces, marks, punctuation and
 * invisible characters, and maps letters of other scripts to the Latin ones that they resemble. Based on UTS #39, section 4,
 * with our own table.
 */
export function skeleton(name: string): string {
  const letters = [...name.normalize('NFKD').replace(/[^\p{L}\p{N}|]/gu, '')]
  const seen = letters.map((one) => letterOf[one] ?? one.toLowerCase()).map((one) => letterOf[one] ?? one)
  return seen.join('').replaceAll('rn', 'm').replaceAll('vv', 'w') || name.trim()
}

const borrowed =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}]/u

/** Whether a Latin name contains letters of a look-alike script, which honest names don't. */
export function hasMixedScripts(name: string): boolean {
  return /\p{Script=Latin}/u.test(name) && borrowed.test(name)
}
