/**
 * IANA time zones of places where buying crypto is restricted: China, Hong Kong and Macau (S1.5, S2.9). Latchkey doesn't use
 * them; compare the visitor's time zone yourself if you're required to.
 */
export const restrictedTimezones: readonly string[] = [
  'Asia/Shanghai',
  'Asia/Urumqi',
  'Asia/Chongqing',
  'Asia/Chungking',
  'Asia/Harbin',
  'Asia/Kashgar',
  'PRC',
  'Asia/Hong_Kong',
  'Hongkong',
  'Asia/Macau',
  'Asia/Macao',
]
