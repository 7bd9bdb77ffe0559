/**
 * IANA time zones of regions where buying crypto is restricted: China, Hong Kong and Macau (S1.5, S2.9). Latchkey doesn't use
 * this list. If the law requires it, compare the visitor's time zone with the list yourself.
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
